package io.bulkaction.internal.settings;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Unless bulk-action is switched off or a test has its jobs in memory. */
final class OnRedisJobs extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment settings = context.getEnvironment();
        boolean enabled = settings.getProperty("bulk-action.enabled", Boolean.class, true);
        boolean inline = settings.getProperty("bulk-action.test.inline", Boolean.class, false);
        return new ConditionOutcome(enabled && !inline, ConditionMessage.of(
                "bulk-action.enabled is " + enabled + ", bulk-action.test.inline is " + inline));
    }
}
