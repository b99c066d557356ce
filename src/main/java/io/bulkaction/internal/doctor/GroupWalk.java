package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Counters.Tally;
import io.bulkaction.internal.doctor.Counters.TenantTally.Counts;
import io.bulkaction.internal.doctor.Finding.Kind;
import io.bulkaction.internal.redis.Steps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Proves that every group is in each set it must be in and in no other, and that its counters agree. */
final class GroupWalk {

    /** Words of tally.lua that only a recount can repair. */
    private static final Set<String> SUMS = Set.of("outcomes", "total", "negative");

    /** Counters of one set each, which are right again at once. */
    private static final Set<String> FIXED_COUNTERS = Set.of("dead-letters", "returned", "scheduled");

    private static final int GROUPS_PER_STEP = 50;
    private static final int TENANTS_PER_STEP = 5;

    private final Counters counters;
    private final ReportDraft report;
    private final boolean repair;
    private final IdSet seen = new IdSet();
    private final Set<String> wrongSums = new HashSet<>();
    private final Set<String> tenants = new TreeSet<>();

    GroupWalk(Counters counters, ReportDraft report, boolean repair) {
        this.counters = counters;
        this.report = report;
        this.repair = repair;
    }

    /** @param known groups that have keys; sets may name others */
    void run(List<String> known) {
        check(known);
        for (String set : Counters.GROUP_SETS) {
            counters.groupsIn(set, this::check);
        }
        counters.groupsIn("labels", this::checkLabels);
        counters.groupsIn("tenants", tenants::addAll);
        List.copyOf(tenants)
                .forEach(tenant -> Counters.rings(tenant).forEach(ring -> counters.groupsIn(ring, this::check)));
        checkTenants();
    }

    private void checkLabels(List<String> entries) {
        if (!entries.isEmpty()) {
            counters.wrongLabels(entries, repair).forEach(entry -> report.add(
                    Kind.GROUP_MISPLACED, entry.substring(entry.indexOf('\t') + 1),
                    "is in the index with a label that it has not: "
                            + entry.substring(0, Math.max(0, entry.indexOf('\t'))),
                    repair ? "removed from the index" : null));
        }
    }

    private void checkTenants() {
        Steps.of(tenants, TENANTS_PER_STEP)
                .forEach(step -> counters.tallyTenants(step, repair).wrong().forEach((tenant, wrong) -> report.add(
                        Kind.TENANT_MISPLACED, tenant, "wrong: " + wrong, repair ? "put where it belongs" : null)));
        Counts counts = counters.tallyTenants(List.of(), repair).counts();
        if (counts == Counts.WRONG) {
            report.add(
                    Kind.TENANT_MISPLACED, "all", "the groups that wait are miscounted", repair ? "recounted" : null);
        } else if (counts == Counts.TOO_MANY) {
            report.unproven("how many groups wait: there are too many tenants to count at once");
        }
    }

    /** Tenants wait among the groups, with a slash at the end. */
    private void check(List<String> members) {
        members.stream().filter(member -> member.endsWith("/")).forEach(tenants::add);
        List<String> fresh = members.stream().filter(member -> !member.endsWith("/")).filter(seen::add).toList();
        Steps.of(fresh, GROUPS_PER_STEP).forEach(step -> counters.tally(step, repair).forEach(this::note));
        report.sawGroups(fresh.size());
    }

    private void note(Tally tally) {
        List<String> misplaced = new ArrayList<>();
        List<String> sums = new ArrayList<>();
        tally.wrong()
                .forEach(word -> (SUMS.contains(word) || FIXED_COUNTERS.contains(word) ? sums : misplaced).add(word));
        if (!misplaced.isEmpty()) {
            report.add(
                    Kind.GROUP_MISPLACED,
                    tally.group(),
                    "status " + (tally.status().isEmpty() ? "NONE" : tally.status()) + ", wrong: " + misplaced,
                    repair ? "put where it belongs" : null);
        }
        List<String> fixed = sums.stream().filter(FIXED_COUNTERS::contains).toList();
        if (!fixed.isEmpty()) {
            report.add(Kind.GROUP_COUNTERS, tally.group(), "wrong: " + fixed, repair ? "recounted" : null);
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
