package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.InvalidIdException;
import io.bulkaction.test.AutoConfigureBulkActions;
import io.bulkaction.test.BulkActionProbe;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** A module that only submits, tested without Redis: what it submitted is there to be looked at. */
// @start region=test :
@SpringBootTest(classes = ShopApplication.class, webEnvironment = WebEnvironment.NONE, properties = "bulk-action.engine.enabled=false")
@AutoConfigureBulkActions
@Execution(ExecutionMode.SAME_THREAD)
class MonthEndTest {

    @Autowired
    private MonthEnd monthEnd;

    @Autowired
    private BulkActionProbe probe;

    @BeforeEach
    void clear() {
        probe.clear();
    }

    @Test
    void everyOrderBecomesAJobOnce() {
        monthEnd.invoice("2026-10", Stream.of(new Order("1", 1_000), new Order("2", 2_500)));
        monthEnd.invoice("2026-10", Stream.of(new Order("1", 1_000)));

        assertThat(probe.submitted("invoices-2026-10", Order.class))
                .containsExactly(new Order("1", 1_000), new Order("2", 2_500));
    }
    // @end

    @Test
    void anIdThatTheServiceWouldRefuseIsRefusedHereToo() {
        assertThatThrownBy(() -> monthEnd.invoice("2026-10", Stream.of(new Order("no blanks", 1))))
                .isInstanceOf(InvalidIdException.class);
        assertThat(probe.submitted("invoices-2026-10")).isEmpty();
    }

    @Test
    void whereNoWorkersAreNothingRuns() {
        monthEnd.invoice("2026-11", Stream.of(new Order("1", 1_000)));

        assertThat(probe.runAll()).isZero();
        assertThat(probe.progress("invoices-2026-11").pending()).isEqualTo(1);
    }
}
