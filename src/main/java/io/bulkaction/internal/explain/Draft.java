package io.bulkaction.internal.explain;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.Explanation.Expected;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An explanation while it is made. */
final class Draft {

    private final Code code;
    private final Instant at;
    private final Map<String, Object> details = new LinkedHashMap<>();
    private @Nullable Instant since;
    private @Nullable Instant until;
    private @Nullable Long groupsAhead;
    private @Nullable Long jobsAhead;
    private double jobsPerSecond;
    private @Nullable Expected start;
    private @Nullable Expected end;

    Draft(Code code, Instant at) {
        this.code = code;
        this.at = at;
    }

    boolean isOf(Set<Code> codes) {
        return codes.contains(code);
    }

    Draft since(@Nullable Instant time) {
        since = time;
        return this;
    }

    Draft until(@Nullable Instant time) {
        until = time;
        return this;
    }

    Draft until(Optional<Instant> time) {
        return until(time.orElse(null));
    }

    Draft ahead(@Nullable Long groups, @Nullable Long jobs) {
        groupsAhead = groups;
        jobsAhead = jobs;
        return this;
    }

    Draft pace(double perSecond) {
        jobsPerSecond = perSecond;
        return this;
    }

    Draft expects(@Nullable Expected toStart, @Nullable Expected toEnd) {
        start = toStart;
        end = toEnd;
        return this;
    }

    /** A text, a number, or nothing. */
    Draft with(String name, @Nullable Object value) {
        if (value != null && !value.equals("")) {
            details.put(name, value);
        }
        return this;
    }

    Explanation explain() {
        Explanation silent = new Explanation(
                code, code.state(), "", at, since, until, groupsAhead, jobsAhead,
                Math.round(jobsPerSecond * 100) / 100.0, start, end, details);
        return in(silent, Locale.ENGLISH);
    }

    /** The same with its sentence in another language. */
    static Explanation in(Explanation given, Locale locale) {
        return with(given, Sentences.of(given, locale), given.details());
    }

    /** The same without some details, also in its sentence. */
    static Explanation without(Set<String> names, Explanation given) {
        Map<String, Object> left = new LinkedHashMap<>(given.details());
        left.keySet().removeAll(names);
        return in(with(given, "", left), Locale.ENGLISH);
    }

    private static Explanation with(Explanation given, String sentence, Map<String, Object> details) {
        return new Explanation(
                given.code(), given.state(), sentence, given.at(), given.since(), given.until(),
                given.groupsAhead(), given.jobsAhead(), given.jobsPerSecond(), given.start(), given.end(), details);
    }
}
