package io.bulkaction.internal.flow;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.Ledger.Grant;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The tokens that this process has of the ledgers of a queue: a job that starts takes one of each. For one thread. */
public final class Tokens {

    private final List<Ledger> ledgers;
    private final Grant[] hand;

    Tokens(List<Ledger> ledgers) {
        this.ledgers = ledgers;
        this.hand = new Grant[ledgers.size()];
        Arrays.fill(hand, Grant.NOTHING);
    }

    /**
     * Asks the ledgers for what is missing.
     *
     * @return for how many jobs there are tokens, at most so many as wanted
     */
    public int upTo(int wanted) {
        int all = wanted;
        for (int i = 0; i < hand.length; i++) {
            if (hand[i].tokens() < all || hand[i].isOver()) {
                hand[i] = ledgers.get(i).take(all, hand[i]);
            }
            all = Math.min(all, hand[i].tokens());
        }
        return all;
    }

    /** After {@link #upTo} has found none: how long until there are some. */
    public Duration waitFor() {
        return Arrays.stream(hand)
                .filter(grant -> grant.tokens() == 0)
                .map(Grant::waitFor)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** What nobody here has a job for, others may use in the same window. */
    public void giveBack() {
        for (int i = 0; i < hand.length; i++) {
            Grant left = hand[i];
            hand[i] = Grant.NOTHING;
            if (left.tokens() > 0) {
                giveBack(ledgers.get(i), left);
            }
        }
    }

    private static void giveBack(Ledger ledger, Grant left) {
        try {
            ledger.take(0, left);
        } catch (RedisUnavailableException away) {
            // they are lost: their window will be over before the ledger can be asked again
        }
    }

    /** The jobs that were claimed with them, which must start while the tokens count. */
    public List<ClaimedJob> use(List<ClaimedJob> jobs) {
        if (hand.length == 0 || jobs.isEmpty()) {
            return jobs;
        }
        long end = Long.MAX_VALUE;
        for (int i = 0; i < hand.length; i++) {
            hand[i] = hand[i].less(jobs.size());
            end = Math.min(end, hand[i].endNanos());
        }
        long startBy = end;
        return jobs.stream().map(job -> job.startingBy(startBy)).toList();
    }
}
