package io.bulkaction.internal.settings;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the queues use Redis. Where Redis is, {@code spring.data.redis.*} says.
 *
 * @param evictionPolicyCheck What to do if Redis is configured to evict keys.
 * @param requestQueueSize Most commands that wait for an answer on one connection. Further ones are refused at once, so
 *     that a hanging Redis does not fill the heap.
 */
@Validated
@ConfigurationProperties("bulk-action.redis")
public record RedisSettings(
        @DefaultValue("fail") EvictionPolicyCheck evictionPolicyCheck,
        @DefaultValue("10000") @Min(100) int requestQueueSize) {

    /** What happens with a {@code maxmemory-policy} that evicts keys. */
    public enum EvictionPolicyCheck {
        /** The service does not start. */
        FAIL,
        /** It starts and logs once what can be lost. */
        WARN
    }
}
