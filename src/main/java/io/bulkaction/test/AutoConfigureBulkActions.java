package io.bulkaction.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Gives a test bulk actions that it can look into, for {@code @SpringBootTest} and for slices such as {@code @WebMvcTest}.
 * Nothing runs by itself: what is submitted stays until the test lets it run, on its own thread, with a
 * {@link BulkActionProbe} or a {@link BulkActionClock}. Both can be injected. One job runs at a time, and nobody watches its timeout.
 *
 * <p>A test that only needs the application to start may set {@code bulk-action.test.inline=true} instead, for example in
 * {@code src/test/resources/application.properties}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureBulkActions {

    /**
     * Where jobs are kept.
     *
     * @return in memory, unless the test says otherwise
     */
    Mode value() default Mode.INLINE;

    /** Where a test keeps its jobs. */
    enum Mode {

        /**
         * In memory. Ids, payloads, processors, retries, events and recurring bulk actions are as in production; turns, rates,
         * levels, limits and pauses of queues are not there. Needs no Redis.
         */
        INLINE,

        /**
         * In an embedded Redis, one for all tests of the JVM, in a temporary directory; each application context has keys
         * of its own. The scripts are those of production, and so are turns, rates, limits and leases; only their clock
         * belongs to the test. Needs {@code org.signal:embedded-redis}.
         */
        REDIS
    }
}
