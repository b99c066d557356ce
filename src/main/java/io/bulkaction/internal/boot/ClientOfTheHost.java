package io.bulkaction.internal.boot;

import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Warns an application that may have had Jedis as the client of its own Redis until bulk-action brought Lettuce along: where both
 * are there, Spring Boot takes Lettuce.
 */
final class ClientOfTheHost implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(ClientOfTheHost.class);
    private static final String JEDIS = "redis.clients.jedis.Jedis";
    private static final String LETTUCE_FACTORY =
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";
    private static final String CHOICE = "spring.data.redis.client-type";

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;

    ClientOfTheHost(ConfigurableListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!environment.containsProperty(CHOICE) && isPresent(JEDIS) && isPresent(LETTUCE_FACTORY)
                && hasLettuceFromSpringBoot()) {
            log.warn(
                    "Jedis is on the class path and {} is not set, so Spring Boot gives this application Lettuce, which bulk-action"
                            + " brings along, for its own Redis. Set {}=jedis to keep Jedis, or =lettuce if that is meant",
                    CHOICE,
                    CHOICE);
        }
    }

    private boolean hasLettuceFromSpringBoot() {
        Class<?> factory = ClassUtils.resolveClassName(LETTUCE_FACTORY, beans.getBeanClassLoader());
        return Stream.of(beans.getBeanNamesForType(factory, true, false))
                .filter(beans::containsBeanDefinition)
                .map(name -> beans.getBeanDefinition(name).getFactoryBeanName())
                .anyMatch(maker -> maker != null && maker.startsWith("org.springframework.boot."));
    }

    private boolean isPresent(String type) {
        return ClassUtils.isPresent(type, beans.getBeanClassLoader());
    }
}
