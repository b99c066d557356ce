package io.bulkaction.server.demo;

import io.bulkaction.internal.settings.PositiveDuration;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param enabled Whether the demo submits jobs. On in the profile demo, without effect elsewhere.
 * @param startWithin How long the story waits for somebody who opens the dashboard, before it begins without.
 * @param giantJobs Jobs of the customer who comes first.
 * @param smallCustomers Number of small customers who come after it.
 * @param pace Time between two of them.
 */
@Validated
@ConfigurationProperties("bulk-action.demo")
record DemoSettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("60s") @PositiveDuration Duration startWithin,
        @DefaultValue("25000") @Min(1) int giantJobs,
        @DefaultValue("30") @Min(1) @Max(99) int smallCustomers,
        @DefaultValue("1s") @PositiveDuration Duration pace) {}
