package io.bulkaction.internal.flow;

import io.bulkaction.After;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a group waits for: the end of one run of another group. Kept as text, {@code queue;group;when;run}, with a blank
 * between several; no name contains either.
 *
 * @param run which run; 0 for the first, because nobody knew the group yet
 */
public record AfterRun(QueueName queue, GroupId group, After.When when, long run) {

    public static List<AfterRun> parse(String text) {
        return Stream.of(text.split(" ")).filter(each -> !each.isEmpty()).map(AfterRun::one).toList();
    }

    private static AfterRun one(String text) {
        String[] part = text.split(";");
        return new AfterRun(
                new QueueName(part[0]), new GroupId(part[1]), After.When.valueOf(part[2]), Long.parseLong(part[3]));
    }

    public static String text(List<AfterRun> conditions) {
        return conditions.stream()
                .map(each -> each.queue + ";" + each.group + ";" + each.when + ";" + each.run)
                .collect(Collectors.joining(" "));
    }

    /** For people. */
    public static String words(String text) {
        return parse(text).stream()
                .map(each -> each.group + " of queue " + each.queue
                        + (each.when == After.When.ALWAYS ? ""
                                : " (" + each.when.name().toLowerCase(Locale.ROOT) + ")"))
                .collect(Collectors.joining(", "));
    }
}
