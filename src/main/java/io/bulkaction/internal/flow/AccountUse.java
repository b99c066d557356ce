package io.bulkaction.internal.flow;

import java.util.Collection;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What an account has at one moment, over all queues, and what it may have.
 *
 * @param submits how often it has submitted since it has a quota
 */
public record AccountUse(String account, long jobs, long bytes, long groups, long submits, Quota allowed) {

    /** The same under another quota. */
    public AccountUse of(Quota quota) {
        return new AccountUse(account, jobs, bytes, groups, submits, quota);
    }

    public boolean hasSomething() {
        return jobs > 0 || groups > 0;
    }

    /** @param books six totals each: jobs, bytes and groups that came, and those that ended */
    static AccountUse of(String account, Collection<String> books, long submits, Quota allowed) {
        long[] sums = new long[3];
        for (String book : books) {
            long[] totals =
                    Stream.of(book.split(" ")).flatMapToLong(number -> LongStream.of(Long.parseLong(number))).toArray();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += totals[i] - totals[i + sums.length];
            }
        }
        return new AccountUse(account, sums[0], sums[1], sums[2], submits, allowed);
    }
}
