package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Groups whose run counted for an account when jobs were added to it last, as far as this instance remembers. A guess: the run
 * may have ended since, and then the jobs are refused and come again with a group of the quota.
 */
public final class PaidRuns {

    private static final int MAX_KEPT = 10_000;

    private final Map<Run, String> accounts = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Run, String> eldest) {
            return size() > MAX_KEPT;
        }
    };

    private record Run(QueueName queue, GroupId group) {}

    PaidRuns() {}

    public synchronized boolean isOf(String account, QueueName queue, GroupId group) {
        return account.equals(accounts.get(new Run(queue, group)));
    }

    public synchronized void note(String account, QueueName queue, GroupId group) {
        accounts.put(new Run(queue, group), account);
    }

    public synchronized void forget(QueueName queue, GroupId group) {
        accounts.remove(new Run(queue, group));
    }
}
