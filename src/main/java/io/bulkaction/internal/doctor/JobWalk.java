package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Finding.Kind;
import io.bulkaction.internal.doctor.Places.Found;
import io.bulkaction.internal.doctor.Places.Member;
import io.bulkaction.internal.doctor.Places.Mustered;
import io.bulkaction.internal.doctor.Places.Place;
import io.bulkaction.internal.doctor.Places.Walked;
import io.bulkaction.internal.operate.Task;
import io.bulkaction.internal.redis.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proves that every job is in exactly one place. First every place is walked, then every job, and what seems to
 * contradict is looked at once more in one step: on a running queue most of it was only on its way.
 */
final class JobWalk {

    private static final int SUSPECTS_PER_STEP = 50;
    private static final Map<String, String> FIELDS =
            Map.of("group", "", "code", "errorCode", "processor", "processorType");
    private static final String FURTHER_LIST = "dead-letters:";

    private final Places places;
    private final ReportDraft report;
    private final Task task;
    private final boolean repair;
    /** Seen in any place. */
    private final IdSet placed = new IdSet();
    /** Seen in Ready or in one of the two lists of a group. */
    private final IdSet listed = new IdSet();
    private final IdSet keys = new IdSet();
    private final List<String> groups = new ArrayList<>();
    private final List<String> groupsWithJobs = new ArrayList<>();
    private final List<String> groupsWithReturned = new ArrayList<>();
    private final List<String> groupsWithScheduled = new ArrayList<>();

    JobWalk(Places places, ReportDraft report, Task task, boolean repair) {
        this.places = places;
        this.report = report;
        this.task = task;
        this.repair = repair;
    }

    /**
     * The places are walked against the flow: a job that moves on meanwhile is then met once or not at all, so a job
     * that is met twice deserves a second look.
     *
     * @param since jobs that came later are left to the next examination
     */
    void run(long since) {
        walkGroups(since);
        walkSet(Place.DEAD, "");
        walkSet(Place.IN_FLIGHT, "");
        walkSet(Place.READY_FRONT, "");
        walkList(Place.READY, "");
        walkSet(Place.NON_READY, "");
        groupsWithReturned.forEach(group -> walkSet(Place.RETURNED, group));
        groupsWithJobs.forEach(group -> walkList(Place.JOBS, group));
        groupsWithScheduled.forEach(group -> walkSet(Place.SCHEDULED, group));
        walkJobs(since);
    }

    /** Groups that have keys, known after the run. */
    List<String> groups() {
        return groups;
    }

    private void walkGroups(long since) {
        String cursor = Places.START;
        do {
            Walked step = places.walk("group:*", cursor, since, repair);
            for (Found found : step.found()) {
                if (keys.add(found.name())) { // a walk over keys may return one twice
                    group(found);
                }
            }
            cursor = step.cursor();
        } while (!cursor.equals(Places.START));
    }

    private void group(Found found) {
        if (found.tag() == Found.Tag.ORPHAN) {
            orphan(found.name());
            return;
        }
        int split = found.name().lastIndexOf(':');
        String group = found.name().substring(0, split);
        switch (found.name().substring(split + 1)) {
            case "meta" -> groups.add(group);
            case "jobs" -> groupsWithJobs.add(group);
            case "returned" -> groupsWithReturned.add(group);
            case "scheduled" -> groupsWithScheduled.add(group);
            default -> {}
        }
    }

    private void walkList(Place place, String group) {
        String cursor = "";
        @Nullable
        String lastSeen = null;
        do {
            Mustered step = places.muster(place, group, cursor);
            List<String> doubled = new ArrayList<>();
            for (Member member : withoutOverlap(step.members(), lastSeen)) {
                if (!placed.add(member.name())) {
                    doubled.add(member.name());
                }
                listed.add(member.name());
            }
            check(doubled, group, false);
            check(step.suspects(), group, false);
            lastSeen = step.members().isEmpty() ? lastSeen : step.members().getFirst().name();
            cursor = step.cursor();
        } while (!cursor.isEmpty());
    }

    /**
     * While jobs are taken from the front of a list, the others move, and a page may repeat the end of the previous
     * one.
     */
    private static List<Member> withoutOverlap(List<Member> page, @Nullable String lastSeen) {
        for (int i = 0; lastSeen != null && i < page.size(); i++) {
            if (page.get(i).name().equals(lastSeen)) {
                return page.subList(0, i);
            }
        }
        return page;
    }

    private void walkSet(Place place, String group) {
        IdSet ofThisSet = new IdSet();
        String cursor = "";
        do {
            Mustered step = places.muster(place, group, cursor);
            List<String> doubled = new ArrayList<>();
            for (Member member : step.members()) {
                if (!ofThisSet.add(member.name())) {
                    continue; // a walk over a set may return one twice
                }
                if (!placed.add(member.name())) {
                    doubled.add(member.name());
                }
                if (place == Place.RETURNED || place == Place.READY_FRONT) {
                    listed.add(member.name());
                }
            }
            check(doubled, group, false);
            check(step.suspects(), group, false);
            cursor = step.cursor();
        } while (!cursor.isEmpty());
    }

    private void walkJobs(long since) {
        String cursor = Places.START;
        do {
            Walked step = places.walk("*", cursor, since, repair);
            List<String> unseen = new ArrayList<>();
            List<String> suspects = new ArrayList<>();
            for (Found found : step.found()) {
                if (found.tag() != Found.Tag.LISTED && !keys.add(found.tag() + " " + found.name())) {
                    continue;
                }
                switch (found.tag()) {
                    case LISTED -> {
                        if (!listed.contains(found.name())) {
                            unseen.add(found.name());
                        }
                    }
                    case SUSPECT -> suspects.add(found.name());
                    case ORPHAN -> orphan(found.name());
                    case ENDLESS ->
                        report.add(Kind.KEY_ENDLESS, found.name(), "has no expiry", repair ? "removed" : null);
                    case OTHER -> other(found.name());
                    case GROUP -> {}
                }
            }
            check(unseen, "", true);
            check(suspects, "", false);
            report.sawJobs(step.jobs());
            task.add(step.jobs());
            cursor = step.cursor();
        } while (!cursor.equals(Places.START));
    }

    private void orphan(String name) {
        boolean mayHoldJobs = name.endsWith(":jobs") || name.endsWith(":returned") || name.endsWith(":scheduled");
        report.add(Kind.KEY_WITHOUT_OWNER, name, "its owner does not exist", repair && !mayHoldJobs ? "removed" : null);
    }

    private void other(String name) {
        if (name.startsWith(FURTHER_LIST)) {
            walkFurtherList(name);
        } else if (!Places.isKnown(name)) {
            report.add(Kind.KEY_UNKNOWN, name, "unknown key", null);
        }
    }

    private void walkFurtherList(String name) {
        String rest = name.substring(FURTHER_LIST.length());
        int split = rest.indexOf(':');
        @Nullable
        String field = split < 0 ? null : FIELDS.get(rest.substring(0, split));
        if (field == null) {
            report.add(Kind.KEY_UNKNOWN, name, "unknown key", null);
            return;
        }
        String cursor = "";
        do {
            Mustered step = places.musterListed(name, field, rest.substring(split + 1), cursor, repair);
            step.suspects().forEach(job -> report.add(
                    Kind.DEAD_LETTER_UNLISTED, job, "is not a dead letter of " + name, repair ? "taken out" : null));
            cursor = step.cursor();
        } while (!cursor.isEmpty());
    }

    /** @param quick search a group's whole list only for jobs that are found nowhere else */
    private void check(List<String> suspects, String hint, boolean quick) {
        Steps.of(suspects, SUSPECTS_PER_STEP).forEach(step -> {
            List<String> wrong = quick
                    ? look(step, hint, true).stream()
                            .filter(facts -> JobJudge.judge(facts).isPresent())
                            .map(JobFacts::name)
                            .toList()
                    : step;
            look(wrong, hint, false).forEach(this::note);
        });
    }

    private List<JobFacts> look(List<String> jobs, String hint, boolean quick) {
        List<JobFacts> found = places.place(jobs, hint, quick);
        if (found.size() < jobs.size()) {
            report.unproven(
                    "the place of " + (jobs.size() - found.size()) + " jobs whose group's list kept changing");
        }
        return found;
    }

    private void note(JobFacts facts) {
        JobJudge.judge(facts).ifPresent(verdict -> {
            // why not without a group: only its group says where the job belongs
            boolean mend = repair && verdict.kind() != Kind.JOB_WITHOUT_GROUP && places.mend(facts, verdict.keep());
            String remedy =
                    verdict.keep() == null ? "taken out of every place" : "kept in " + verdict.keep() + " alone";
            report.add(verdict.kind(), facts.name(), verdict.detail(), mend ? remedy : null);
        });
    }
}
