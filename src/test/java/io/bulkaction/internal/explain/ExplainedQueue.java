package io.bulkaction.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.testing.TestQueue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Asks a queue of a test why something of it is where it is. No sentence may have a gap, in no language. */
record ExplainedQueue(TestQueue test) {

    /** As one instance announces them with a heartbeat. */
    void workers(int count) {
        test.queue().home().instances().beat(new Instance.Info(
                "worker-1", count, "1", "host", Instant.ofEpochMilli(TestQueue.START)));
    }

    Explanation queue() {
        return complete(explainer().queue(test.queue().name()));
    }

    Explanation group(String id) {
        return complete(explainer().group(test.queue().name(), new GroupId(id)).orElseThrow());
    }

    Explanation tenant(String id) {
        return complete(explainer().tenant(test.queue().name(), new TenantId(id)).orElseThrow());
    }

    Explanation job(String id) {
        return complete(explainer().job(test.queue().name(), test.name(id)).orElseThrow());
    }

    GroupService groups() {
        return new GroupService(queues(), new ResultAggregators(List.of()));
    }

    private Explainer explainer() {
        return new Explainer(queues(), groups());
    }

    private Queues queues() {
        return new Queues(Map.of(test.queue().name(), test.queue()));
    }

    private static Explanation complete(Explanation given) {
        assertThat(given.sentence() + Explainer.in(Locale.KOREA, given).sentence()).doesNotContain("?", "null");
        return given;
    }
}
