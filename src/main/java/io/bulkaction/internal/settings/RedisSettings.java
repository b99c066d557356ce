package io.bulkaction.internal.settings;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the queue uses Redis. Where Redis is, is said by {@code spring.data.redis.*}.
 *
 * @param evictionPolicyCheck what to do when Redis may throw away keys of its own accord
 * @param requestQueueSize most commands that wait for an answer on one connection; more are refused at once, so that a
 *     Redis that hangs does not fill the heap
 */
@Validated
@ConfigurationProperties("bulk-action.redis")
public record RedisSettings(
        @DefaultValue("fail") EvictionPolicyCheck evictionPolicyCheck,
        @DefaultValue("10000") @Min(100) int requestQueueSize) {

    /** What an evicting {@code maxmemory-policy} leads to. */
    public enum EvictionPolicyCheck {
        /** The service does not start. */
        FAIL,
        /** It starts and says once what can be lost. */
        WARN
    }
}
