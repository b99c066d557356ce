package io.bulkaction.internal.operate;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.RedisQueue;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for dead letters in many queues at once, newest first. What it looks at is bounded for each call; the next call
 * continues where the last one stopped.
 */
public final class DeadLetterSearch {

    /** How many dead letters one call looks at. */
    static final int MAX_LOOKED = 800;

    private static final int STEP = 50;
    private static final Comparator<Source> NEWEST_FIRST =
            Comparator.comparing((Source source) -> Objects.requireNonNull(source.ahead.peek()).failedAt()).reversed();

    private final Wanted wanted;
    private final List<Source> sources;

    private DeadLetterSearch(Collection<Queue> queues, Wanted wanted, @Nullable Position before) {
        this.wanted = wanted;
        Instant to = before == null ? wanted.to() : before.at();
        this.sources = queues.stream()
                .flatMap(queue -> queue.redis().stream().map(part -> new Source(queue.name(), part, to)))
                .toList();
    }

    /**
     * Which dead letters are meant; null fits all.
     *
     * @param text part of the id, the group or the error, in upper or lower case
     */
    public record Wanted(
            @Nullable String errorCode,
            @Nullable String processorType,
            @Nullable String text,
            @Nullable Instant from,
            @Nullable Instant to) {

        /** What a list is kept for, so that nothing else need be looked at. */
        private DeadLetters.Filter list() {
            return new DeadLetters.Filter(null, errorCode, errorCode == null ? processorType : null);
        }

        private boolean fits(DeadLetter letter) {
            return (processorType == null || processorType.equals(letter.processorType()))
                    && (text == null || Stream.of(letter.id().value(), letter.groupId().value(), letter.error())
                            .anyMatch(part -> part.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT))));
        }
    }

    /**
     * Up to where everything has been looked at.
     *
     * @param at when the last one failed
     * @param skip how many of those that failed then
     */
    public record Position(Instant at, int skip) {

        private Position after(DeadLetter letter) {
            return new Position(letter.failedAt(), letter.failedAt().equals(at) ? skip + 1 : 1);
        }
    }

    public record Hit(QueueName queue, DeadLetter letter) {}

    /** @param next where the next call is to continue; null when all have been looked at */
    public record Found(List<Hit> hits, int looked, @Nullable Position next) {}

    /** @param before null for the newest */
    public static Found search(Collection<Queue> queues, Wanted wanted, @Nullable Position before, int limit) {
        return new DeadLetterSearch(queues, wanted, before).search(before, limit);
    }

    private Found search(@Nullable Position before, int limit) {
        List<Hit> hits = new ArrayList<>();
        Position seen = before;
        int skip = before == null ? 0 : before.skip();
        int looked = 0;
        Optional<Source> newest = newest();
        for (; newest.isPresent() && hits.size() < limit && looked < MAX_LOOKED; newest = newest()) {
            DeadLetter letter = newest.get().take();
            if (before != null && skip > 0 && letter.failedAt().equals(before.at())) {
                skip--;
                continue;
            }
            if (wanted.from() != null && letter.failedAt().isBefore(wanted.from())) {
                return new Found(hits, looked, null);
            }
            looked++;
            seen = seen == null ? new Position(letter.failedAt(), 1) : seen.after(letter);
            if (wanted.fits(letter)) {
                hits.add(new Hit(newest.get().queue, letter));
            }
        }
        return new Found(hits, looked, newest.isEmpty() ? null : seen);
    }

    private Optional<Source> newest() {
        return sources.stream().filter(Source::hasMore).min(NEWEST_FIRST);
    }

    /** The dead letters of one partition of one queue, read as they are asked for. */
    private final class Source {

        private final QueueName queue;
        private final RedisQueue part;
        private final Set<JobName> seen = new HashSet<>(); // a new one between two calls shifts the others
        private final Deque<DeadLetter> ahead = new ArrayDeque<>();
        private long offset;
        private long size = Long.MAX_VALUE;

        Source(QueueName queue, RedisQueue part, @Nullable Instant to) {
            this.queue = queue;
            this.part = part;
            this.offset = to == null ? 0 : DeadLetters.countAfter(part, wanted.list(), to);
        }

        boolean hasMore() {
            while (ahead.isEmpty() && offset < size) {
                DeadLetters.Page page = DeadLetters.browse(part, wanted.list(), offset, STEP, 0);
                page.items().stream()
                        .filter(letter -> seen.add(new JobName(letter.groupId(), letter.id())))
                        .forEach(ahead::add);
                size = page.total();
                offset += STEP;
            }
            return !ahead.isEmpty();
        }

        DeadLetter take() {
            return ahead.remove();
        }
    }
}
