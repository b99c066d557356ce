package io.bulkaction.internal.operate.sending;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.bulkaction.internal.settings.SendingWindowSettings;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Hours at which jobs may start.
 *
 * @param origin where it comes from; only settings change one that they have made
 * @param open hours of a day, such as {@code 08:00-21:00}; those that end before they begin last over midnight
 * @param zone whose clock they go by
 * @param days days of the week on which they begin, such as {@code MON-FRI}
 * @param except dates on which they do not begin
 */
public record SendingWindow(
        String name, Origin origin, List<String> open, String zone, String days, List<LocalDate> except) {

    /** Who made it. */
    public enum Origin {
        SETTINGS,
        API,
        /** It comes along. */
        PRESET
    }

    /** When advertising may be sent in Korea without a separate consent: not between 21:00 and 08:00. */
    private static final SendingWindow ADVERTISING_KR = new SendingWindow(
            "advertising-kr", Origin.PRESET, List.of("08:00-21:00"), "Asia/Seoul", "MON-SUN", List.of());

    static final List<SendingWindow> PRESETS = List.of(ADVERTISING_KR);

    static SendingWindow of(String name, SendingWindowSettings settings) {
        return new SendingWindow(
                name, Origin.SETTINGS, settings.open(), settings.zone().getId(), settings.days(), settings.except());
    }

    static Optional<SendingWindow> preset(String name) {
        return Stream.of(ADVERTISING_KR).filter(each -> each.name().equals(name)).findAny();
    }

    /** Changes whenever the hours do. */
    String revision() {
        return Integer.toHexString(List.of(open, zone, days, except).hashCode());
    }

    /** For the audit trail. */
    String words() {
        return String.join(", ", open) + " " + zone + " " + days
                + (except.isEmpty() ? ""
                        : ", not on " + String.join(", ", except.stream().map(LocalDate::toString).toList()));
    }

    @JsonIgnore
    public boolean isFixed() {
        return origin == Origin.PRESET;
    }

    @JsonIgnore
    ZoneId zoneId() {
        return ZoneId.of(zone);
    }
}
