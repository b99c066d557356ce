package io.bulkaction.internal.settings;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A duration of at least one millisecond, the resolution of every time in Redis. */
@Documented
@Constraint(validatedBy = PositiveDuration.Validator.class)
@Retention(RetentionPolicy.RUNTIME)
public @interface PositiveDuration {

    String message() default "must be at least 1ms";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** A missing value is another rule's business. */
    final class Validator implements ConstraintValidator<PositiveDuration, Duration> {
        @Override
        public boolean isValid(@Nullable Duration value, ConstraintValidatorContext context) {
            return value == null || value.toMillis() >= 1;
        }
    }
}
