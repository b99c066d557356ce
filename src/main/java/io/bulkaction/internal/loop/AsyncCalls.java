package io.bulkaction.internal.loop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Makes blocking calls on threads of their own, a bounded number at a time. */
public final class AsyncCalls {

    private final Semaphore free;
    private final int most;

    public AsyncCalls(int most) {
        this.free = new Semaphore(most);
        this.most = most;
    }

    /** How many may be under way. */
    public int most() {
        return most;
    }

    /** @param refusal what the answer fails with when too many are under way */
    public <T> CompletableFuture<T> call(Supplier<T> call, Supplier<? extends RuntimeException> refusal) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (!free.tryAcquire()) {
            answer.completeExceptionally(refusal.get());
            return answer;
        }
        Thread.ofVirtual().name("bulk-action-submit").start(() -> {
            try {
                T result = call.get();
                free.release(); // why first: who continues with the answer may submit again
                answer.complete(result);
            } catch (RuntimeException | Error failure) {
                free.release();
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }
}
