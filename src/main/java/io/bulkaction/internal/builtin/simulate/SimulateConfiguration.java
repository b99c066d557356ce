package io.bulkaction.internal.builtin.simulate;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** SIMULATE: in the profile {@code demo} unless switched off, elsewhere only when switched on. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SimulateSettings.class)
@Conditional(SimulateConfiguration.Wanted.class)
public class SimulateConfiguration {

    @Bean
    SimulateProcessor bulkActionSimulate() {
        return new SimulateProcessor();
    }

    static final class Wanted extends SpringBootCondition {

        private static final String PROPERTY = "bulk-action.processors.simulate.enabled";

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Environment environment = context.getEnvironment();
            boolean demo = environment.acceptsProfiles(Profiles.of("demo"));
            boolean wanted = environment.getProperty(PROPERTY, Boolean.class, demo);
            return new ConditionOutcome(
                    wanted,
                    ConditionMessage.forCondition("SIMULATE").because("profile demo " + demo + ", enabled " + wanted));
        }
    }
}
