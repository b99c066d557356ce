package io.bulkaction.internal.builtin;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Switches a built-in processor on when at least one of the properties, or anything below it, is set. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(Configured.class)
public @interface ConditionalOnConfigured {

    /** Full names in kebab case. */
    String[] value();
}
