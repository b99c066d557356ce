package io.bulkaction.internal.flow;

import io.bulkaction.internal.flow.FairMember.Job;
import java.util.ArrayList;
import java.util.List;

/** What a member got at one turn. */
record FairTurn(FairMember member, double lift, List<Job> jobs) {

    /** In a lap members of the same priority have one turn each, and a job of each is served in turn. */
    static List<Job> inLaps(List<FairTurn> turns) {
        List<Job> served = new ArrayList<>();
        for (int first = 0; first < turns.size();) {
            int next = first + 1;
            while (next < turns.size() && belongsTo(turns.subList(first, next), turns.get(next))) {
                next++;
            }
            List<FairTurn> lap = turns.subList(first, next);
            int longest = lap.stream().mapToInt(turn -> turn.jobs().size()).max().orElse(0);
            for (int round = 0; round < longest; round++) {
                for (FairTurn turn : lap) {
                    if (round < turn.jobs().size()) {
                        served.add(turn.jobs().get(round));
                    }
                }
            }
            first = next;
        }
        return served;
    }

    private static boolean belongsTo(List<FairTurn> lap, FairTurn turn) {
        return lap.getFirst().lift() == turn.lift() && lap.stream().noneMatch(each -> each.member() == turn.member());
    }
}
