package io.bulkaction.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Where bulk-action is on and keeps its jobs in Redis; in some tests it keeps them in memory. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnRedisJobs.class)
public @interface ConditionalOnRedisJobs {}
