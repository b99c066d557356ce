package io.bulkaction.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leak check that sees no leaks would be worse than none. */
class LiveThreadsTest {

    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void endThreads() {
        end.countDown();
    }

    @Test
    void seesPlatformAndVirtualThreads() throws Exception {
        Thread platform = Thread.ofPlatform().daemon().name("seen-platform").start(this::live);
        Thread virtual = Thread.ofVirtual().name("seen-virtual").start(this::live);

        assertThat(LiveThreads.named("seen-")).containsExactlyInAnyOrder("seen-platform", "seen-virtual");

        end.countDown();
        platform.join();
        virtual.join();
        await().until(() -> LiveThreads.named("seen-").isEmpty());
    }

    @Test
    void stressFailsForACallThatThrows() {
        Runnable fine = () -> {};
        Runnable broken = () -> {
            throw new IllegalStateException("started twice");
        };

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> LoopStress.hammer("nobody", broken, fine, 1))
                .withMessageContaining("a start or stop threw");
    }

    private void live() {
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
