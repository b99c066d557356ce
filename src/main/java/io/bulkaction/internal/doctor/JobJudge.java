package io.bulkaction.internal.doctor;

import io.bulkaction.internal.doctor.Finding.Kind;
import io.bulkaction.internal.doctor.Places.Place;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether a job is where it belongs, and where to put it if not. */
final class JobJudge {

    /** @param keep where the job belongs; null for nowhere */
    record Verdict(Kind kind, String detail, @Nullable Place keep) {}

    private static final Set<String> ENDED = Set.of("COMPLETED", "CANCELLED", "MANUALLY_RESOLVED", "EXPIRED");

    private static final Map<String, List<Place>> FITS = Map.of(
            "PENDING", List.of(Place.IN_FLIGHT, Place.READY, Place.RETURNED, Place.SCHEDULED, Place.JOBS),
            "READY", List.of(Place.IN_FLIGHT, Place.READY, Place.RETURNED),
            "WAITING", List.of(Place.NON_READY),
            "FAILED", List.of(Place.DEAD));

    private JobJudge() {}

    /** Empty if nothing is wrong. */
    static Optional<Verdict> judge(JobFacts job) {
        Map<Place, Integer> at = places(job);
        int times = at.values().stream().mapToInt(Integer::intValue).sum();
        String where =
                "status " + job.status() + ", " + (times + job.foreign() == 0 ? "nowhere" : "in " + words(at, job));
        if (job.status().equals("NONE")) {
            return times + job.foreign() + job.listed() == 0
                    ? Optional.empty()
                    : verdict(Kind.JOB_GONE, "does not exist, " + where, null);
        }
        if (ENDED.contains(job.status())) {
            boolean gone = times + job.foreign() == 0;
            return gone && job.listed() == 0 && job.expires()
                    ? Optional.empty()
                    : verdict(Kind.JOB_LINGERS, where + (job.expires() ? "" : ", never expires"), null);
        }
        Place keep = keep(job, at);
        if (!job.groupKnown()) {
            return verdict(Kind.JOB_WITHOUT_GROUP, where + ", group " + job.group() + " is unknown", keep);
        }
        if (times == 0) {
            return verdict(Kind.JOB_LOST, where, keep);
        }
        if (times + job.foreign() > 1) {
            return verdict(Kind.JOB_DOUBLED, where, keep);
        }
        if (!fits(job).contains(keep) || job.foreign() > 0) {
            return verdict(Kind.JOB_MISPLACED, where, keep);
        }
        if (job.claimed() != (keep == Place.IN_FLIGHT)) {
            return verdict(Kind.JOB_MISPLACED, where + (job.claimed() ? ", claimed" : ", claimed by nobody"), keep);
        }
        if (job.listed() != (keep == Place.DEAD ? 3 : 0)) {
            return verdict(Kind.DEAD_LETTER_UNLISTED, "in " + job.listed() + " of 3 further lists", keep);
        }
        return job.expires() ? verdict(Kind.JOB_EXPIRES, where, keep) : Optional.empty();
    }

    private static Optional<Verdict> verdict(Kind kind, String detail, @Nullable Place keep) {
        return Optional.of(new Verdict(kind, detail, keep));
    }

    private static Map<Place, Integer> places(JobFacts job) {
        Map<Place, Integer> at = new EnumMap<>(Place.class);
        put(at, Place.JOBS, job.jobs());
        put(at, Place.RETURNED, job.returned());
        put(at, Place.SCHEDULED, job.scheduled());
        put(at, Place.READY, job.ready());
        put(at, Place.NON_READY, job.nonReady());
        put(at, Place.IN_FLIGHT, job.inFlight());
        put(at, Place.DEAD, job.dead());
        return at;
    }

    private static void put(Map<Place, Integer> at, Place place, int times) {
        if (times > 0) {
            at.put(place, times);
        }
    }

    /** The best of the places it is in, else the one from which it continues by itself. */
    private static Place keep(JobFacts job, Map<Place, Integer> at) {
        for (Place place : fits(job)) {
            if (at.containsKey(place)) {
                return place;
            }
        }
        if (job.status().equals("FAILED")) {
            return Place.DEAD;
        }
        // why in this order: the further it has come, the less is done again
        for (Place place : List.of(Place.IN_FLIGHT, Place.READY, Place.NON_READY, Place.RETURNED, Place.SCHEDULED,
                Place.JOBS)) {
            if (at.containsKey(place)) {
                return place;
            }
        }
        return switch (job.status()) {
            case "WAITING" -> Place.NON_READY;
            default -> job.startsLater() ? Place.SCHEDULED : Place.JOBS;
        };
    }

    private static List<Place> fits(JobFacts job) {
        return FITS.getOrDefault(job.status(), List.of());
    }

    private static String words(Map<Place, Integer> at, JobFacts job) {
        StringBuilder words = new StringBuilder();
        at.forEach((place, times) -> words.append(words.isEmpty() ? "" : ", ")
                .append(place)
                .append(times > 1 ? " " + times + " times" : ""));
        if (job.foreign() > 0) {
            words.append(words.isEmpty() ? "" : ", ").append("the list of another group, ").append(job.hint());
        }
        return words.toString();
    }
}
