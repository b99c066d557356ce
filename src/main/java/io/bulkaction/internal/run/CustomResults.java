package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.run.ResultAggregators.Registered;
import io.bulkaction.spi.PayloadCodecException;
import io.bulkaction.spi.ResultAggregator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Folds what the jobs of a group returned with the aggregators of their types, a piece at a time. */
public final class CustomResults {

    private static final Logger log = LoggerFactory.getLogger(CustomResults.class);

    /** Results in memory at once. */
    static final int PIECE = 1_000;

    /** What single jobs of a group returned, from the oldest on: {@code <processor type> <JSON>}, as stored. Empty at the end. */
    @FunctionalInterface
    public interface Returned {

        List<String> piece(GroupId group, long from, int count);
    }

    private final Returned results;
    private final UnaryOperator<String> decode;
    private final ResultAggregators aggregators;
    private final Duration timeout;

    /**
     * @param decode makes JSON of what is stored, or throws a {@link PayloadCodecException}
     * @param timeout how long an aggregator may take for one piece, and to finish
     */
    public CustomResults(
            Returned results, UnaryOperator<String> decode, ResultAggregators aggregators, Duration timeout) {
        this.results = results;
        this.decode = decode;
        this.aggregators = aggregators;
        this.timeout = timeout;
    }

    public Folded fold(GroupId group) {
        return fold(group, false);
    }

    /**
     * @param waits whether to throw the {@link PayloadCodecException} if there are results that another instance, or this one
     *     later, may be able to read
     */
    Folded fold(GroupId group, boolean waits) {
        Map<String, Fold<?>> folds = new TreeMap<>();
        List<String> piece;
        for (long from = 0; !(piece = results.piece(group, from, PIECE)).isEmpty(); from += piece.size()) {
            byType(piece).forEach((type, ofType) -> folds.computeIfAbsent(type, this::open).add(ofType));
        }
        Map<String, JsonNode> data = new LinkedHashMap<>();
        boolean complete = true;
        for (Map.Entry<String, Fold<?>> fold : folds.entrySet()) {
            if (waits && fold.getValue().problem instanceof PayloadCodecException unreadable
                    && unreadable.isTemporary()) {
                throw unreadable;
            }
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
        return aggregators.of(type).<Fold<?>>map(found -> new Fold<>(found, decode, timeout)).orElseGet(
                () -> new Fold<>(null, decode, timeout));
    }

    private static JsonNode problem(GroupId group, String type, @Nullable Throwable problem) {
        String text =
                problem == null ? "no aggregator of this type on the instance that ended the run" : problem.toString();
        log.warn("Results of type {} in group {} could not be aggregated: {}", type, group, OneLine.of(text), problem);
        return ResultJson.tree(Map.of("aggregationError", text));
    }

    /** @param complete false if an aggregator failed or was missing; its entry then says so */
    public record Folded(Map<String, JsonNode> data, boolean complete) {}

    /** One type's value so far. An aggregator that throws or hangs ends its own fold and nothing else. */
    private static final class Fold<T> {

        private final @Nullable Registered<T> registered;
        private final UnaryOperator<String> decode;
        private final Duration timeout;
        private @Nullable T total;
        private @Nullable Throwable problem;

        Fold(@Nullable Registered<T> registered, UnaryOperator<String> decode, Duration timeout) {
            this.registered = registered;
            this.decode = decode;
            this.timeout = timeout;
        }

        void add(List<String> piece) {
            if (registered == null || problem != null) {
                return;
            }
            try {
                List<String> plain = piece.stream().map(decode).toList();
                total = call(registered.calls(), () -> sum(registered.aggregator(), plain));
            } catch (PayloadCodecException unreadable) {
                problem = unreadable;
            }
        }

        private T sum(ResultAggregator<T> aggregator, List<String> piece) throws Exception {
            T sum = aggregator.identity();
            for (String result : piece) {
                sum = aggregator.accumulate(sum, result);
            }
            return total == null ? sum : aggregator.combine(total, sum);
        }

        @Nullable
        JsonNode finish() {
            T sum = total;
            if (registered == null || problem != null || sum == null) {
                return null;
            }
            return call(registered.calls(), () -> ResultJson.tree(registered.aggregator().finish(sum)));
        }

        private <R> @Nullable R call(TimedCalls calls, Callable<R> work) {
            try {
                return calls.call(work, timeout);
            } catch (CancellationException stopping) {
                throw stopping; // why: this instance is stopping; another one makes the result
            } catch (Exception | Error e) {
                problem = e;
                return null;
            }
        }
    }
}
