package io.bulkaction.internal.flow;

/** Every member of a ring has one turn in it, and all turns are equally long. */
final class FairLap {

    private static final int FEW = 32;
    private static final int LEAST_IN_BATCH = 8;

    private double since;
    private int turn = 1;
    /** The most jobs that a turn of one pays for, by weight: as it was found last, and as it is being found. */
    private double reach = 1;
    private double nextReach;
    private int visits;
    private long enteredBy;

    /** What a batch is to a lap. */
    record Batch(long number, double rate, long roundMillis) {}

    void enter(FairMember member, int jobs, int members, double servedNext, Batch batch) {
        boolean begins = member.lastServedAt >= since;
        since = begins ? servedNext : since;
        if (begins || members > FEW && enteredBy != batch.number()) {
            turn = turnOf(members, jobs, batch);
        }
        enteredBy = batch.number();
        if (visits >= members) {
            reach = nextReach;
            nextReach = 0;
            visits = 0;
        }
        nextReach = Math.max(nextReach, member.weight() / member.costOfAJob());
        visits++;
    }

    /** A batch is shared evenly; with very many members each gets more, as far as all have their turn within a round. */
    private static int turnOf(int members, int jobs, Batch batch) {
        int turn = Math.max(1, jobs / members);
        if (members <= FEW || jobs <= FEW) {
            return turn;
        }
        int withinARound = (int) Math.floor(batch.rate() * batch.roundMillis() / 1000 / members);
        return Math.max(turn, Math.min(withinARound, jobs / LEAST_IN_BATCH));
    }

    /** Where nobody could pay for a job, all get more. */
    double quantum(FairMember member) {
        return turn * member.weight() / Math.min(1, Math.max(reach, nextReach));
    }
}
