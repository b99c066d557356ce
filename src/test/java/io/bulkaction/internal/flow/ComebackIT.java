package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.JobId;
import io.bulkaction.Timing;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A group of which nothing waits begins to wait when something of it comes back, as one that is new does. */
class ComebackIT {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final TestQueue test =
            TestQueue.with("fair-queue.alpha", "0", "backpressure.global-rps", "1000000");

    /** How a job leaves, and how it comes back a minute later. */
    private enum Way {
        RETRIED {
            @Override
            void leave(TestQueue test, ClaimedJob job) {
                test.retry(job, MINUTE);
            }

            @Override
            void comeBack(TestQueue test, ClaimedJob job) {
                test.dispatch(10);
            }
        },
        THROTTLED {
            @Override
            void leave(TestQueue test, ClaimedJob job) {
                test.throttle(job, MINUTE);
            }
        },
        GIVEN_BACK {
            @Override
            void comeBack(TestQueue test, ClaimedJob job) {
                test.release(job, true);
            }
        },
        RECOVERED {
            @Override
            void comeBack(TestQueue test, ClaimedJob job) {
                assertThat(test.recover(10).recovered()).isEqualTo(1);
            }
        },
        RETRIED_BY_A_PERSON {
            @Override
            void leave(TestQueue test, ClaimedJob job) {
                test.fail(job);
            }

            @Override
            void comeBack(TestQueue test, ClaimedJob job) {
                new Verbs(test).retryDead(List.of(job.id().value()));
            }
        },
        SCHEDULED {
            @Override
            void leave(TestQueue test, ClaimedJob job) {
                EnqueueBatch plain = TestQueue.batch(job.groupId().value(), null, true, List.of());
                test.enqueue(EnqueueBatch.of(plain.group(), "TEST", List.of(
                        EnqueueBatch.Entry.of(new JobId("old"), "{}", new Timing(null, MINUTE)))));
                test.complete(job);
            }

            @Override
            void comeBack(TestQueue test, ClaimedJob job) {
                test.dispatch(10);
            }
        };

        void leave(TestQueue test, ClaimedJob job) {}

        void comeBack(TestQueue test, ClaimedJob job) {}
    }

    private static Stream<Arguments> ways() {
        return Stream.of("old", "tenant/old")
                .flatMap(group -> Stream.of(Way.values()).map(way -> Arguments.of(way, group)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void whatComesBackToAnIdleGroupOvertakesNobodyWhoHasWaitedMeanwhile(Way way, String group) {
        test.enqueue(group, way == Way.SCHEDULED ? "first" : "old");
        test.fetch(1);
        ClaimedJob job = test.claimOne();
        way.leave(test, job);
        test.advance(MINUTE.toMillis() / 2);
        test.enqueue("newcomer", "new-1", "new-2");
        test.advance(MINUTE.toMillis() / 2);
        way.comeBack(test, job);

        List<String> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            test.fetch(1);
            order.addAll(test.ready());
            test.complete(test.claim(1));
        }

        assertThat(order).containsExactly("new-1", "old", "new-2");
        Accounting.prove(test);
    }
}
