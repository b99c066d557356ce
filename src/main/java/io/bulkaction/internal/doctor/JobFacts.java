package io.bulkaction.internal.doctor;

import io.bulkaction.internal.redis.Reply;

/**
 * Where one job is at one moment: how often it is in each list and set.
 *
 * @param hint a group whose list is said to contain it; empty if none is
 * @param status as its hash says; NONE if it has none
 * @param foreign in the lists of the hinted group, if that is not its own
 * @param claimed whether some attempt holds it; true exactly while it is in flight
 * @param listed further lists of dead letters that it is in
 * @param expires whether its hash expires
 * @param groupKnown whether its group exists
 * @param runAt when it may start, if it was given a time; else 0
 * @param unsearched jobs in the middle of long lists that were not looked at
 * @param searched what a search of those lists has found
 */
public record JobFacts(
        String name,
        String hint,
        String status,
        String group,
        int attempts,
        int ready,
        int jobs,
        int returned,
        int foreign,
        int nonReady,
        int inFlight,
        boolean claimed,
        int dead,
        int listed,
        boolean expires,
        boolean groupKnown,
        int scheduled,
        String runAt,
        int unsearched,
        Searched searched) {

    /**
     * What searches of long lists have found, as lib/positions.lua reads it.
     *
     * @param own in the list of the job's group
     * @param foreign in the list of the hinted group
     */
    public record Searched(String own, String foreign) {

        static final Searched NOTHING = new Searched("", "");
    }

    static JobFacts of(Reply row, String hint, Searched searched) {
        return new JobFacts(
                row.text("name"),
                hint,
                row.text("status"),
                row.text("group"),
                row.count("attempts"),
                row.count("ready"),
                row.count("jobs"),
                row.count("returned"),
                row.count("foreign"),
                row.count("non_ready"),
                row.count("in_flight"),
                row.flag("claimed"),
                row.count("dead"),
                row.count("listed"),
                row.flag("expires"),
                row.flag("group_known"),
                row.count("scheduled"),
                row.text("run_at"),
                row.count("unsearched"),
                searched);
    }

    /** Whether it waits for its time, as far as it has not been started. If that is over, it starts at once. */
    boolean startsLater() {
        return attempts == 0 && !runAt.equals("0");
    }

    /** As mend.lua compares it. */
    String text() {
        return String.join(
                " ",
                status,
                group,
                Integer.toString(attempts),
                Integer.toString(ready),
                Integer.toString(jobs),
                Integer.toString(returned),
                Integer.toString(foreign),
                Integer.toString(nonReady),
                Integer.toString(inFlight),
                claimed ? "1" : "0",
                Integer.toString(dead),
                Integer.toString(listed),
                expires ? "1" : "0",
                groupKnown ? "1" : "0",
                Integer.toString(scheduled),
                runAt);
    }
}
