package io.bulkaction.internal.settings;

import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The table that keeps what is submitted inside a transaction until it is sent.
 *
 * @param enabled Whether what is submitted inside a transaction is kept in a table of that transaction until it is sent.
 * @param dataSource Name of the DataSource bean that has the table, for applications with several.
 * @param table Name of the table, also with a schema.
 * @param createTable Whether the table is created at start if it does not exist.
 * @param interval How often an instance looks for what was not sent. What it has committed itself it sends at once.
 * @param giveUpAfter How long a request that is refused, for other reasons than that Redis is away, is tried again. What cannot get
 *     better is not tried again.
 */
@Validated
@ConfigurationProperties("bulk-action.outbox")
public record OutboxSettings(
        @DefaultValue("false") boolean enabled,
        @Nullable String dataSource,
        @DefaultValue("bulk_action_outbox") @Pattern(regexp = "[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?") String table,
        @DefaultValue("false") boolean createTable,
        @DefaultValue("1s") @PositiveDuration Duration interval,
        @DefaultValue("1d") @PositiveDuration Duration giveUpAfter) {}
