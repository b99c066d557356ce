package io.bulkaction.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds which metrics an expression reads, and with which labels. Knows as much PromQL as our queries use. */
final class PromQl {

    private static final Pattern SELECTOR =
            Pattern.compile("(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(?:\\{(?<labels>[^}]*)})?(?!\\s*[(a-zA-Z0-9_:])");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)\\s*(?:=~|!~|!=|=)");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

    private PromQl() {}

    /** Metric to labels; a grouping counts for every metric, because all of them must have its labels. */
    static Map<String, Set<String>> metricsIn(String expression) {
        Set<String> grouping = new TreeSet<>();
        Matcher groups = GROUPING.matcher(expression);
        while (groups.find()) {
            for (String label : groups.group(1).split(",")) {
                grouping.add(label.strip());
            }
        }
        Map<String, Set<String>> metrics = new LinkedHashMap<>();
        String rest = groups.replaceAll(" ").replaceAll("\\[[^]]*]", " ");
        Matcher selectors = SELECTOR.matcher(rest);
        while (selectors.find()) {
            if (!OPERATORS.contains(selectors.group("name"))) {
                Set<String> labels = metrics.computeIfAbsent(selectors.group("name"), name -> new TreeSet<>(grouping));
                Matcher label = LABEL.matcher(selectors.group("labels") == null ? "" : selectors.group("labels"));
                while (label.find()) {
                    labels.add(label.group(1));
                }
            }
        }
        return metrics;
    }
}
