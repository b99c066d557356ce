package io.bulkaction.server.demo;

import io.bulkaction.internal.settings.PositiveDuration;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param enabled true in the profile {@code demo} and without effect elsewhere; false there: {@code SIMULATE} and a
 *     {@code NAS_SYNC} of its own are on, but nothing is submitted
 * @param giantJobs jobs of the customer who comes first
 * @param smallCustomers how many come after it, a few dozen jobs each
 * @param pace time between two of them
 */
@Validated
@ConfigurationProperties("bulk-action.demo")
record DemoSettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("25000") @Min(1) int giantJobs,
        @DefaultValue("30") @Min(1) @Max(99) int smallCustomers,
        @DefaultValue("1s") @PositiveDuration Duration pace) {}
