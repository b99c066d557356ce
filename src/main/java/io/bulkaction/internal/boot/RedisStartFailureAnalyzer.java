package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisStartException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with Redis and what to do about it. */
final class RedisStartFailureAnalyzer extends AbstractFailureAnalyzer<RedisStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RedisStartException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
