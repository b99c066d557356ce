package io.bulkaction.group;

import io.bulkaction.job.GroupId;
import io.bulkaction.queue.RunResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Folds what the jobs of a group returned with the aggregators of their types, a piece at a time. */
final class CustomResults {

    private static final Logger log = LoggerFactory.getLogger(CustomResults.class);

    /** Results in memory at once. */
    static final int PIECE = 1_000;

    private final RunResults results;
    private final ResultAggregators aggregators;

    CustomResults(RunResults results, ResultAggregators aggregators) {
        this.results = results;
        this.aggregators = aggregators;
    }

    Folded fold(GroupId group) {
        Map<String, Fold<?>> folds = new TreeMap<>();
        List<String> piece;
        for (long from = 0; !(piece = results.returned(group, from, PIECE)).isEmpty(); from += piece.size()) {
            byType(piece).forEach((type, ofType) -> folds.computeIfAbsent(type, this::open).add(ofType));
        }
        Map<String, JsonNode> data = new LinkedHashMap<>();
        boolean complete = true;
        for (Map.Entry<String, Fold<?>> fold : folds.entrySet()) {
            JsonNode value = fold.getValue().finish();
            complete &= value != null;
            data.put(fold.getKey(), value != null ? value : problem(group, fold.getKey(), fold.getValue().problem));
        }
        return new Folded(data, complete);
    }

    /** An entry is the processor type and the JSON, with a space between; a type has no space. */
    private static Map<String, List<String>> byType(List<String> piece) {
        Map<String, List<String>> byType = new LinkedHashMap<>();
        for (String entry : piece) {
            int space = entry.indexOf(' ');
            byType.computeIfAbsent(entry.substring(0, space), type -> new ArrayList<>())
                    .add(entry.substring(space + 1));
        }
        return byType;
    }

    private Fold<?> open(String type) {
        return aggregators.of(type).<Fold<?>>map(Fold::new).orElseGet(() -> new Fold<>(null));
    }

    private static JsonNode problem(GroupId group, String type, @Nullable Throwable problem) {
        String text =
                problem == null ? "no aggregator of this type on the instance that ended the run" : problem.toString();
        log.warn("Results of type {} in group {} could not be aggregated: {}", type, group, text, problem);
        return ResultJson.tree(Map.of("aggregationError", text));
    }

    /** @param complete false when an aggregator failed or was missing; its entry then says so */
    record Folded(Map<String, JsonNode> data, boolean complete) {}

    /** One type's value so far. Whatever an aggregator throws ends its own fold and nothing else. */
    private static final class Fold<T> {

        private final @Nullable ResultAggregator<T> aggregator;
        private @Nullable T total;
        private @Nullable Throwable problem;

        Fold(@Nullable ResultAggregator<T> aggregator) {
            this.aggregator = aggregator;
        }

        void add(List<String> piece) {
            if (aggregator == null || problem != null) {
                return;
            }
            try {
                T sum = aggregator.identity();
                for (String result : piece) {
                    sum = aggregator.accumulate(sum, result);
                }
                total = total == null ? sum : aggregator.combine(total, sum);
            } catch (Exception | Error e) {
                problem = e;
            }
        }

        @Nullable
        JsonNode finish() {
            if (aggregator == null || problem != null || total == null) {
                return null;
            }
            try {
                return ResultJson.tree(aggregator.finish(total));
            } catch (Exception | Error e) {
                problem = e;
                return null;
            }
        }
    }
}
