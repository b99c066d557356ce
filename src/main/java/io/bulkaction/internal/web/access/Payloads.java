package io.bulkaction.internal.web.access;

import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.QueueName;
import io.bulkaction.internal.web.problem.ProblemException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** Payloads and results, as far as the caller may see them. */
@Component
public final class Payloads {

    private final Callers callers;

    Payloads(Callers callers) {
        this.callers = callers;
    }

    /** Null if the caller may not see it. */
    public @Nullable JsonNode of(@Nullable String text) {
        return show(text, callers.payloads());
    }

    /** The same for calls that the submitter of the jobs may make. Costs a look at the group only where its owner matters. */
    public OfGroup of(QueueName queue, GroupId group) {
        return new OfGroup(callers.ownPayloads(queue, group));
    }

    /** What the caller may see of the jobs of one group. */
    public static final class OfGroup {

        private final PayloadView view;

        private OfGroup(PayloadView view) {
            this.view = view;
        }

        /** Null if the caller may not see it. */
        public @Nullable JsonNode of(@Nullable String text) {
            return show(text, view);
        }
    }

    /** The same of a dead letter: that somebody looked at it is noted, whether they see its payload or not. */
    public @Nullable JsonNode ofDeadLetter(@Nullable String text) {
        ReadTrail.note();
        PayloadView view = callers.payloads();
        return text == null || !view.isOpen() ? null : shown(ExactJson.of(text), view);
    }

    /** The same of jobs of which only errors are shown, which processors write and which may quote a payload. */
    public void noteErrors(long shown) {
        LongStream.range(0, shown).forEach(any -> ReadTrail.note());
    }

    /**
     * What a payload becomes when the caller replaces it with an edited copy of what they see.
     *
     * @param edited whose masks are replaced by what they hide
     * @param original which the caller may see only in part
     */
    public JsonNode edited(JsonNode edited, String original) {
        PayloadView view = callers.payloads();
        if (!view.isOpen()) {
            throw new ProblemException(AccessProblems.PAYLOAD_HIDDEN);
        }
        JsonNode whole = ExactJson.of(original);
        for (MaskedPath path : view.masked()) {
            if (!path.restore(edited, whole)) {
                throw new ProblemException(AccessProblems.PAYLOAD_MASKED, path);
            }
        }
        return edited;
    }

    /** The text of what the caller may see, to be edited. */
    public String toEdit(String original) {
        PayloadView view = callers.payloads();
        if (!view.isOpen()) {
            throw new ProblemException(AccessProblems.PAYLOAD_HIDDEN);
        }
        ReadTrail.note();
        JsonNode tree = ExactJson.of(original);
        view.masked().forEach(path -> path.apply(tree));
        return tree.toPrettyString();
    }

    /** What aggregators made of the results of jobs, with nulls where the caller may not see it. */
    public GroupResult ofOwn(GroupResult result) {
        if (result.data().isEmpty()) {
            return result;
        }
        PayloadView view = callers.ownPayloads(result.queue(), result.groupId());
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

    private static @Nullable JsonNode show(@Nullable String text, PayloadView view) {
        if (text == null || !view.isOpen()) {
            return null;
        }
        ReadTrail.note();
        return shown(ExactJson.of(text), view);
    }

    private static @Nullable JsonNode shown(JsonNode tree, PayloadView view) {
        view.masked().forEach(path -> path.apply(tree));
        return view.isOpen() ? tree : null;
    }
}
