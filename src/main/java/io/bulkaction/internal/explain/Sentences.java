package io.bulkaction.internal.explain;

import io.bulkaction.Explanation;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts an explanation into words, from {@code sentences.properties} and {@code sentences_ko.properties}. A code may have
 * variants: {@code CODE.noReason} is used for a pause without a reason, else {@code CODE.name} for the first detail of
 * that name, and last for groups ahead.
 */
final class Sentences {

    private static final String BUNDLE = "io.bulkaction.internal.explain.sentences";
    /** What a sentence says for something that nobody knows. */
    private static final String UNKNOWN = "?";
    /** The code that is stored for a pause without a reason. */
    private static final String MANUAL_PAUSE = "MANUAL_PAUSE";

    private static final Pattern NAME = Pattern.compile("\\{([a-zA-Z]+)");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    private Sentences() {}

    static String of(Explanation given, Locale locale) {
        Locale known = locale.getLanguage().equals("ko") ? Locale.KOREAN : Locale.ROOT;
        ResourceBundle texts = ResourceBundle.getBundle(
                BUNDLE, known, ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
        Map<String, Object> values = values(given, texts);
        StringBuilder sentence = new StringBuilder(fill(pattern(given, texts), values, known));
        if (given.start() != null) {
            sentence.append(fill(texts.getString("start"), values, known));
        }
        if (given.end() != null) {
            sentence.append(fill(texts.getString("end"), values, known));
        }
        return sentence.append('.').toString();
    }

    private static String pattern(Explanation given, ResourceBundle texts) {
        String code = given.code().name();
        Stream<String> unexplained =
                MANUAL_PAUSE.equals(given.details().get("reason")) ? Stream.of("noReason") : Stream.empty();
        Stream<String> ahead = given.groupsAhead() == null ? Stream.empty() : Stream.of("groupsAhead");
        return Stream.of(unexplained, given.details().keySet().stream(), ahead).flatMap(each -> each)
                .map(detail -> code + '.' + detail)
                .filter(texts::containsKey)
                .findFirst()
                .map(texts::getString)
                .orElseGet(() -> texts.getString(code));
    }

    private static Map<String, Object> values(Explanation given, ResourceBundle texts) {
        Map<String, Object> values = new HashMap<>(given.details());
        values.replaceAll((name, value) -> value instanceof Instant time ? moment(time, given.at()) : value);
        put(values, "groupsAhead", given.groupsAhead());
        put(values, "jobsAhead", given.jobsAhead());
        values.put("jobsPerSecond", given.jobsPerSecond());
        put(values, "since", given.since() == null ? null : moment(given.since(), given.at()));
        put(values, "until", given.until() == null ? texts.getString("some.time") : moment(given.until(), given.at()));
        put(values, "startsIn", given.start() == null ? null : words(given.start(), given.at(), texts));
        put(values, "endsIn", given.end() == null ? null : words(given.end(), given.at(), texts));
        return values;
    }

    private static void put(Map<String, Object> values, String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    private static String fill(String pattern, Map<String, Object> values, Locale locale) {
        StringBuilder numbered = new StringBuilder();
        List<String> names = NAME.matcher(pattern).results().map(found -> found.group(1)).toList();
        Matcher name = NAME.matcher(pattern);
        for (int i = 0; name.find(); i++) {
            name.appendReplacement(numbered, "{" + i);
        }
        MessageFormat format = new MessageFormat(name.appendTail(numbered).toString(), locale);
        for (int i = 0; i < names.size(); i++) {
            if (!values.containsKey(names.get(i))) {
                format.setFormatByArgumentIndex(i, null); // why: a choice fails for what is no number
            }
        }
        return format.format(names.stream().map(each -> values.getOrDefault(each, UNKNOWN)).toArray());
    }

    private static String moment(Instant time, Instant now) {
        boolean isNear = Duration.between(time, now).abs().compareTo(Duration.ofHours(12)) < 0;
        return (isNear ? TIME : DAY).format(time);
    }

    private static String words(Explanation.Expected expected, Instant now, ResourceBundle texts) {
        long seconds = Math.max(0, Math.ceilDiv(Duration.between(now, expected.likely()).toMillis(), 1000));
        long amount = seconds < 90 ? seconds : seconds < 5400 ? (seconds + 30) / 60 : (seconds + 1800) / 3600;
        String unit = seconds < 90 ? "seconds" : seconds < 5400 ? "minutes" : "hours";
        return MessageFormat.format(texts.getString(unit), amount);
    }
}
