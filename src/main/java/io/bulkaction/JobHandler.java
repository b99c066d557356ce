package io.bulkaction;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of any Spring bean a processor: it is called once for each attempt of each job of its type.
 *
 * {@snippet class="com.example.demo.Promotion" region="handler" :
 * @JobHandler(value = "PROMOTION", maxAttempts = 5, backoff = "10s")
 * void send(@Valid Mail mail, Job job) {
 *     mailer.send(mail.to(), mail.text(), job.idempotencyKey());
 * }
 * }
 *
 * <p>The parameters are the payload, the {@link Job}, or both, in any order. The payload is read with the application's own
 * {@code JsonMapper}, the same that writes what is submitted; fields that its type does not have are ignored unless that mapper
 * refuses them. It is checked by the constraints of the parameter and, with {@code jakarta.validation.Valid}, by those of its type or
 * of the elements of a list. A payload that cannot be read or breaks a constraint fails for good
 * with the code {@value PayloadReader#BAD_PAYLOAD}.
 *
 * <p>A {@code void} method has succeeded when it returns; others return a {@link JobResult}. For exceptions and everything else
 * the method is what {@link JobProcessor#process} is. Its bean may be a proxy, such as one for transactions; then the method
 * must not be {@code final}.
 *
 * <p>What the annotation says of timeout, retries and concurrency is the default of the type instead of that of the queue;
 * {@code bulk-action.processors.<type in kebab-case>.*} changes it: {@code bulk-action.processors.send-email.job-timeout}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface JobHandler {

    /**
     * Names the processor type.
     *
     * @return the type, which only one processor of the application may have
     */
    String value();

    /**
     * Limits how long an attempt may run before it is interrupted.
     *
     * @return a duration such as {@code 30s} or {@code PT30S}; as the queue says if it is empty
     */
    String timeout() default "";

    /**
     * Limits how often a job is started.
     *
     * @return attempts, the first one included; as the queue says if it is 0
     */
    int maxAttempts() default 0;

    /**
     * Says how long a failed job waits before its first retry; later ones wait longer.
     *
     * @return a duration such as {@code 10s}; as the queue says if it is empty
     */
    String backoff() default "";

    /**
     * Says how much longer each further retry waits than the one before.
     *
     * @return a factor of 1 or more; as the queue says if it is 0
     */
    double multiplier() default 0;

    /**
     * Limits how long a retry waits.
     *
     * @return a duration such as {@code 5m}; as the queue says if it is empty
     */
    String maxBackoff() default "";

    /**
     * Names exceptions with which a job fails for good, without a retry.
     *
     * @return classes, whose subclasses count too, also as causes of other exceptions; if there are any, they count instead of
     *     those that the queue names
     */
    Class<? extends Throwable>[] permanent() default {};

    /**
     * Limits how many jobs of the type run at once in one process.
     *
     * @return a number; no limit beside the number of workers if it is 0
     */
    int concurrency() default 0;
}
