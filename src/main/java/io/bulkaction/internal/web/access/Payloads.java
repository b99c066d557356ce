package io.bulkaction.internal.web.access;

import io.bulkaction.GroupResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;

/** Payloads and results, as far as the caller may see them. */
@Component
public final class Payloads {

    private final JsonMapper json;
    private final Callers callers;

    Payloads(JsonMapper json, Callers callers) {
        this.json = json;
        this.callers = callers;
    }

    /** Null if the caller may not see it. */
    public @Nullable JsonNode of(@Nullable String text) {
        return show(text, callers.payloads());
    }

    /** The same for a call that the submitter of the job may make. */
    public @Nullable JsonNode ofOwn(@Nullable String text) {
        return show(text, callers.ownPayloads());
    }

    /** The same of a dead letter: that somebody looked at it is noted, whether they see its payload or not. */
    public @Nullable JsonNode ofDeadLetter(@Nullable String text) {
        ReadTrail.note();
        PayloadView view = callers.payloads();
        return text == null || !view.isOpen() ? null : shown(json.readTree(text), view);
    }

    /** What aggregators made of the results of jobs, with nulls where the caller may not see it. */
    public GroupResult ofOwn(GroupResult result) {
        if (result.data().isEmpty()) {
            return result;
        }
        PayloadView view = callers.ownPayloads();
        if (view.isOpen()) {
            ReadTrail.note();
        }
        Map<String, JsonNode> data = new LinkedHashMap<>();
        result.data().forEach((type, value) -> data.put(
                type, Objects.requireNonNullElse(shown(value.deepCopy(), view), NullNode.getInstance())));
        return new GroupResult(
                result.queue(), result.groupId(), result.run(), result.ending(), result.status(), result.totalJobs(),
                result.successCount(), result.failedCount(), result.cancelledCount(), result.resolvedCount(),
                result.expiredCount(), result.successRate(), result.durations(), result.errors(), result.createdAt(),
                result.startedAt(), result.finishedAt(), result.cancelReason(), data);
    }

    private @Nullable JsonNode show(@Nullable String text, PayloadView view) {
        if (text == null || !view.isOpen()) {
            return null;
        }
        ReadTrail.note();
        return shown(json.readTree(text), view);
    }

    private static @Nullable JsonNode shown(JsonNode tree, PayloadView view) {
        view.masked().forEach(path -> path.apply(tree));
        return view.isOpen() ? tree : null;
    }
}
