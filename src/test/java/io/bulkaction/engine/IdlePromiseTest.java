package io.bulkaction.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class IdlePromiseTest {

    private int idle = 3;

    @Test
    void promisesTheIdleWorkersOnceUntilItIsWithdrawn() {
        IdlePromise promise = new IdlePromise(() -> idle, () -> true, 2);
        assertThat(promise.make()).as("no more than can be claimed at once").isEqualTo(2);
        assertThat(promise.make()).isZero();
        assertThat(promise.outstanding()).isEqualTo(2);

        promise.withdraw();

        assertThat(promise.outstanding()).isZero();
        assertThat(promise.make()).isEqualTo(2);
    }

    @Test
    void promisesNobodyWhileTheClaimerMayBeClaimingForThem() {
        IdlePromise promise = new IdlePromise(() -> idle, () -> false, 2);
        assertThat(promise.make()).isZero();
        assertThat(promise.outstanding()).isZero();
    }

    @Test
    void workersThatAreCountedWhileAnotherPromiseIsMadeAndKeptAreNotPromisedAgain() {
        AtomicReference<IdlePromise> promise = new AtomicReference<>();
        List<Integer> meanwhile = new ArrayList<>();
        promise.set(new IdlePromise(
                () -> {
                    int counted = idle;
                    if (meanwhile.isEmpty()) { // as another thread would, between the count and the promise
                        meanwhile.add(0);
                        int other = promise.get().make();
                        meanwhile.add(other);
                        idle -= other;
                        if (other > 0) {
                            promise.get().withdraw();
                        }
                    }
                    return counted;
                },
                () -> true, 400));

        int promised = promise.get().make();

        assertThat(promised).isLessThanOrEqualTo(idle);
        assertThat(meanwhile).as("the other one was made none").containsExactly(0, 0);
    }

    @Test
    void anErrorWhileWorkersAreCountedLeavesNoPromise() {
        IdlePromise promise = new IdlePromise(
                () -> {
                    throw new IllegalStateException("no count");
                },
                () -> true, 400);
        assertThatThrownBy(promise::make).hasMessage("no count");
        assertThat(promise.outstanding()).isZero();
    }
}
