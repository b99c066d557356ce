package io.bulkaction.internal.submit;

import io.bulkaction.QueueName;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.UnknownProcessorException;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.BulkActionSettings.UnknownType;
import io.bulkaction.internal.settings.ProcessorSwitches;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processor types that can be submitted to: those of this process, and what any instance of the queue has announced in the
 * last days. So a typing error is refused wherever it is made, and a job for a service that is being deployed is not. Before
 * anybody has announced anything, nothing is known and everything is accepted.
 */
public final class AnnouncedProcessors implements SubmitRules.ProcessorCheck {

    private static final Logger log = LoggerFactory.getLogger(AnnouncedProcessors.class);

    /** Of an answer that is about to be no. */
    private static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final UnknownType unknown;
    private final Set<QueueName> workedOn;
    private final Set<String> own;
    private final Function<QueueName, Set<String>> look;
    private final Map<QueueName, Announced> byQueue = new ConcurrentHashMap<>();

    private record Announced(Set<String> types, long atNanos) {}

    /**
     * @param own types that this process runs
     * @param look asks Redis which types instances of a queue have announced
     */
    public AnnouncedProcessors(BulkActionSettings settings, Set<String> own, Function<QueueName, Set<String>> look) {
        this.unknown = settings.submit().unknownType();
        this.workedOn = settings.workedOn();
        this.own = own;
        this.look = look;
    }

    @Override
    public void check(QueueName queue, String type) {
        if (unknown == UnknownType.ACCEPT || (workedOn.contains(queue) && own.contains(type))) {
            return;
        }
        Set<String> types = types(queue, type);
        if (types.isEmpty() || types.contains(type)) {
            return;
        }
        UnknownProcessorException refusal =
                new UnknownProcessorException(type, types, ProcessorSwitches.of(type).orElse(null));
        if (unknown == UnknownType.REFUSE) {
            throw refusal;
        }
        log.warn("accepted for queue {}: {}", queue, refusal.getMessage());
    }

    private Set<String> types(QueueName queue, String wanted) {
        Set<String> types = new TreeSet<>(workedOn.contains(queue) ? own : Set.of());
        Announced known = byQueue.get(queue);
        if (known == null || (!known.types().contains(wanted) && isOld(known))) {
            try {
                known = new Announced(look.apply(queue), System.nanoTime());
                byQueue.put(queue, known);
            } catch (RedisUnavailableException unreachable) {
                return Set.of(); // the submit meets the same, or waits until Redis is back
            }
        }
        types.addAll(known.types());
        return types;
    }

    private static boolean isOld(Announced known) {
        return System.nanoTime() - known.atNanos() > MAX_AGE.toNanos();
    }
}
