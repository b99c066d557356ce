package io.bulkaction.internal.operate.sending;

import io.bulkaction.GroupLimits;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.regex.Pattern;

/** What a sending window must be. */
final class SendingRules {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
    private static final int MAX_HOURS = 8;
    private static final int MAX_DATES = 400;
    private static final Duration A_YEAR = Duration.ofDays(366);

    private SendingRules() {}

    /** @throws RefusedException that names the field and the rule */
    static void check(SendingWindow window) {
        require(NAME.matcher(window.name()).matches() && !window.name().equals(GroupLimits.NO_WINDOW), "name",
                "must have 1 to 64 of the characters A-Z a-z 0-9 . _ -, not begin with a dot and not be '"
                        + GroupLimits.NO_WINDOW + "'");
        require(!window.open().isEmpty() && window.open().size() <= MAX_HOURS, "open",
                "must have 1 to " + MAX_HOURS + " hours of a day, such as 08:00-21:00");
        try {
            window.open().forEach(Hours::parse);
        } catch (IllegalArgumentException e) {
            throw invalid("open", String.valueOf(e.getMessage()));
        }
        try {
            ZoneId.of(window.zone());
        } catch (DateTimeException e) {
            throw invalid("zone", "is not a time zone such as Asia/Seoul or UTC");
        }
        try {
            Weekdays.parse(window.days());
        } catch (IllegalArgumentException e) {
            throw invalid("days", String.valueOf(e.getMessage()));
        }
        require(window.except().size() <= MAX_DATES, "except", "may have at most " + MAX_DATES + " dates");
        Instant now = Instant.now();
        require(!new Openings(window).between(now, now.plus(A_YEAR)).isEmpty(), "except",
                "it would not open for a year");
    }

    private static void require(boolean holds, String field, String rule) {
        if (!holds) {
            throw invalid(field, rule);
        }
    }

    private static RefusedException invalid(String field, String rule) {
        return Refusal.INVALID_SENDING_WINDOW.with(field, rule);
    }
}
