package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Books.Tally;
import io.bulkaction.internal.doctor.Finding.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Proves that every group is in each set it must be in and in no other, and that its sums add up. */
final class GroupWalk {

    /** Words of tally.lua that only a recount can put right. */
    private static final Set<String> SUMS = Set.of("outcomes", "total", "negative");

    private static final int GROUPS_PER_STEP = 50;

    private final Books books;
    private final Notes notes;
    private final boolean repair;
    private final IdSet seen = new IdSet();
    private final Set<String> wrongSums = new HashSet<>();

    GroupWalk(Books books, Notes notes, boolean repair) {
        this.books = books;
        this.notes = notes;
        this.repair = repair;
    }

    /** @param known groups that have keys; others are only named by sets */
    void run(List<String> known) {
        check(known);
        for (String set : Books.GROUP_SETS) {
            books.groupsIn(set, this::check);
        }
    }

    private void check(List<String> groups) {
        List<String> fresh = groups.stream().filter(seen::add).toList();
        for (int from = 0; from < fresh.size(); from += GROUPS_PER_STEP) {
            List<String> step = fresh.subList(from, Math.min(from + GROUPS_PER_STEP, fresh.size()));
            books.tally(step, repair).forEach(this::note);
        }
        notes.sawGroups(fresh.size());
    }

    private void note(Tally tally) {
        List<String> misplaced = new ArrayList<>();
        List<String> sums = new ArrayList<>();
        tally.wrong()
                .forEach(word -> (SUMS.contains(word) || word.equals("dead-letters") ? sums : misplaced).add(word));
        if (!misplaced.isEmpty()) {
            notes.add(
                    Kind.GROUP_MISPLACED,
                    tally.group(),
                    "status " + (tally.status().isEmpty() ? "NONE" : tally.status()) + ", wrong: " + misplaced,
                    repair ? "put where it belongs" : null);
        }
        if (sums.contains("dead-letters")) {
            notes.add(Kind.GROUP_COUNTERS, tally.group(), "wrong: [dead-letters]", repair ? "recounted" : null);
        }
        if (sums.stream().anyMatch(SUMS::contains)) {
            wrongSums.add(tally.group());
        }
    }

    static boolean isSum(String word) {
        return SUMS.contains(word);
    }

    /** Groups whose counters contradict each other. */
    Set<String> wrongSums() {
        return wrongSums;
    }
}
