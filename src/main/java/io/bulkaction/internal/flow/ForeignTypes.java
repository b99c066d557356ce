package io.bulkaction.internal.flow;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Processor types that this instance has met in a queue and does not know. Every claim names them, so that Redis leaves their
 * jobs to others; as long as all types are known there is nothing to name. What is forgotten here is only met once more. Claims
 * also say of how many jobs of a type more may run here, where that is limited.
 */
public final class ForeignTypes {

    private static final int MAX_TYPES = 100;

    private final Duration failAfter;
    private final Map<String, Foreign> types = new LinkedHashMap<>();
    private Set<String> fleet = Set.of();
    private volatile String text = "";
    private volatile Supplier<String> spare = () -> "";

    /** @param sinceNanos since when claims have said so */
    private record Foreign(boolean knownElsewhere, long sinceNanos) {}

    /** @param failAfter how long a job waits for an instance that knows its type, before it fails; zero for ever */
    ForeignTypes(Duration failAfter) {
        this.failAfter = failAfter;
    }

    /** A job of this type was claimed here. */
    public synchronized void met(String type) {
        if (!types.containsKey(type)) {
            if (types.size() == MAX_TYPES) {
                types.remove(types.keySet().iterator().next());
            }
            note(type, fleet.contains(type));
        }
    }

    /** @param known the types that live instances know */
    public synchronized void fleetKnows(Collection<String> known) {
        fleet = Set.copyOf(known);
        for (String type : List.copyOf(types.keySet())) {
            if (types.get(type).knownElsewhere() != fleet.contains(type)) {
                note(type, fleet.contains(type));
            }
        }
    }

    /** @param numbers how many more jobs of each limited type may run here, as {@code TYPE=2 OTHER=0} */
    public void limitedBy(Supplier<String> numbers) {
        spare = numbers;
    }

    /** Whether the jobs of a claim that was sent then are those that nobody has known for too long. */
    public synchronized boolean hasFailed(String type, long askedNanos) {
        Foreign foreign = types.get(type);
        return foreign != null && !foreign.knownElsewhere() && askedNanos - foreign.sinceNanos() > 0;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /** As the scripts read it (lua/lib/foreign.lua, spare.lua). */
    String text() {
        String numbers = spare.get();
        if (numbers.isEmpty()) {
            return text;
        }
        return (text.isEmpty() ? failAfter.toMillis() + "| | " : text) + "|" + numbers;
    }

    private void note(String type, boolean knownElsewhere) {
        types.put(type, new Foreign(knownElsewhere, Long.MAX_VALUE));
        text = write();
        types.put(type, new Foreign(knownElsewhere, System.nanoTime())); // why after: no earlier claim has named it so
    }

    private String write() {
        return types.isEmpty() ? "" : failAfter.toMillis() + "|" + all(true) + "|" + all(false);
    }

    private String all(boolean knownElsewhere) {
        StringBuilder all = new StringBuilder(" ");
        types.forEach((type, foreign) -> {
            if (foreign.knownElsewhere() == knownElsewhere) {
                all.append(type).append(' ');
            }
        });
        return all.toString();
    }
}
