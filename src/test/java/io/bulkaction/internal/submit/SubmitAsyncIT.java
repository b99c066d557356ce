package io.bulkaction.internal.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupProgress;
import io.bulkaction.JobRequest;
import io.bulkaction.Submission;
import io.bulkaction.TooManySubmitsException;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SubmitAsyncIT {

    private final TestQueue test = TestQueue.with();
    private final BulkActionService service = TransactionsIT.service(test);
    private final String queue = test.queue().name().value();

    @Test
    void aThreadThatMustNotWaitSubmitsAndContinuesElsewhere() {
        CompletableFuture<Thread> caller = new CompletableFuture<>();
        CompletableFuture<Submission> sent = onTheThreadOfRedis(() -> {
            caller.complete(Thread.currentThread());
            return service.submitAsync(request("g", Stream.of("1", "2")));
        }).thenCompose(answer -> answer);

        assertThat(sent).succeedsWithin(Duration.ofMinutes(2)).extracting(Submission::accepted).isEqualTo(2L);
        assertThat(caller.join().getName()).startsWith("lettuce-");
    }

    @Test
    void aCallThatWouldWaitForItselfSaysSo() {
        CompletableFuture<Submission> submit = onTheThreadOfRedis(() -> service.submit(request("g", Stream.of("1"))));
        CompletableFuture<Optional<GroupProgress>> ask = onTheThreadOfRedis(() -> service.progress(queue, "g"));

        for (CompletableFuture<?> call : List.of(submit, ask)) {
            assertThat(call).failsWithin(Duration.ofMinutes(2)).withThrowableOfType(Exception.class)
                    .havingRootCause().isInstanceOf(IllegalStateException.class)
                    .withMessageContaining("A call that waits for Redis was made on the thread lettuce-");
        }
    }

    @Test
    void moreThanTheLimitAreRefused() throws Exception {
        CountDownLatch mayRead = new CountDownLatch(1);
        CountDownLatch reads = new CountDownLatch(1);
        CompletableFuture<Submission> first = service.submitAsync(request("g", Stream.of("1").peek(any -> {
            reads.countDown();
            await(mayRead);
        })));
        reads.await();
        assertThat(service.submitAsync(request("h", Stream.of("1")))).failsWithin(Duration.ofMinutes(2))
                .withThrowableOfType(Exception.class).withCauseInstanceOf(TooManySubmitsException.class);
        mayRead.countDown();
        assertThat(first).succeedsWithin(Duration.ofMinutes(2));
        assertThat(service.submitAsync(request("h", Stream.of("1")))).succeedsWithin(Duration.ofMinutes(2));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private <T> CompletableFuture<T> onTheThreadOfRedis(Supplier<T> call) {
        // why blocking first: an answer that is there already continues on the thread of the test
        return test.redis().readLater(commands -> commands.blpop(0.2, test.redis().keys().key("nothing")))
                .thenApply(nothing -> call.get());
    }

    private BulkActionRequest request(String group, Stream<String> ids) {
        return BulkActionRequest.to(queue, group).processor("TEST")
                .jobs(ids.map(id -> JobRequest.of(id, 1))).build();
    }
}
