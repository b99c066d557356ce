package io.bulkaction.internal.flow;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How many jobs ended in each of the last seconds, of a group or of a whole queue, as {@code lua/lib/recent.lua} counts
 * them. Kept in Redis, so every instance sees the same; and the parts of all groups at one moment add up to the whole.
 *
 * @param second the last second of the Redis clock in which a job ended
 * @param counts jobs that ended in it and in each second before, the newest first
 */
public record Recent(long second, List<Long> counts) {

    public static final Recent NONE = new Recent(0, List.of());

    /** What a rate looks at. */
    public static final int SECONDS = 10;

    /** A run that has just begun; its rate must not be that of its first millisecond. */
    private static final double SHORTEST = 0.2;

    /** @param text as Redis keeps it, empty if no job has ever ended */
    public static Recent parse(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        List<Long> numbers = Stream.of(text.split(" ")).map(Long::valueOf).toList();
        return new Recent(numbers.getFirst(), numbers.subList(1, numbers.size()));
    }

    /** Both together, as far back as a rate looks. */
    public Recent plus(Recent other) {
        long newest = Math.max(second, other.second);
        List<Long> sums = LongStream.range(0, SECONDS)
                .mapToObj(age -> in(newest - age) + other.in(newest - age))
                .toList();
        return counts.isEmpty() && other.counts.isEmpty() ? NONE : new Recent(newest, sums);
    }

    private long in(long at) {
        long age = second - at;
        return age >= 0 && age < counts.size() ? counts.get((int) age) : 0;
    }

    /** Jobs that ended in the last seconds. Of groups at one moment these add up to that of their queue. */
    public long ended(Instant now) {
        return endedFrom(first(now), now);
    }

    /** When a job ended last, to the second; the epoch if none ever did. */
    public Instant lastEnd() {
        return Instant.ofEpochSecond(counts.isEmpty() ? 0 : second + 1);
    }

    /**
     * Jobs per second. If none ended in the last seconds, the jobs are slow or nothing happens any more. Then it is what it would
     * be if the time looked at reached back to those that ended last, and not more than if those that run ended right now.
     *
     * @param since nothing can have ended before
     * @param running jobs that run; without any nothing is about to end, so a rate of the past says nothing
     */
    public double perSecond(Instant now, Instant since, long running) {
        long oldest = ended(now) > 0 ? first(now) : second - counts.size() + 1;
        double begin = Math.max(oldest, since.toEpochMilli() / 1000.0);
        double seconds = now.toEpochMilli() / 1000.0 - begin;
        double rate = endedFrom(Math.max(oldest, since.getEpochSecond()), now) / Math.max(SHORTEST, seconds);
        return ended(now) > 0 ? rate : Math.min(rate, running / secondsSince(lastEnd(), now));
    }

    private static double secondsSince(Instant time, Instant now) {
        return Math.max(1, Duration.between(time, now).toMillis() / 1000.0);
    }

    private static long first(Instant now) {
        return now.getEpochSecond() - SECONDS + 1;
    }

    private long endedFrom(long from, Instant now) {
        long ended = 0;
        for (int age = 0; age < counts.size(); age++) {
            long at = second - age;
            ended += at >= from && at <= now.getEpochSecond() ? counts.get(age) : 0;
        }
        return ended;
    }
}
