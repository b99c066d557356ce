package io.bulkaction.internal.web.problem;

import io.bulkaction.internal.web.problem.Problem.FieldError;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import org.springframework.validation.BindException;
import org.springframework.validation.BindingResult;
import org.springframework.validation.ObjectError;
import org.springframework.validation.method.MethodValidationResult;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.MissingRequestValueException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Names the fields of a request that break a rule, and the rule; never the value, which may be a secret. */
@Component
final class FieldErrors {

    private final Problems problems;

    FieldErrors(Problems problems) {
        this.problems = problems;
    }

    List<FieldError> of(Exception e, HttpServletRequest request) {
        return switch (e) {
            case InvalidFieldException invalid ->
                List.of(invalid.error(problems.text(invalid.messageKey(), request, invalid.arguments())));
            case BindException invalid -> of(invalid.getBindingResult());
            case MethodValidationResult invalid -> of(invalid);
            case ConstraintViolationException invalid ->
                invalid.getConstraintViolations().stream().map(FieldErrors::of).toList();
            case MissingServletRequestParameterException missing ->
                List.of(required(missing.getParameterName(), request));
            case MissingRequestValueException missing -> List.of();
            case TypeMismatchException mismatch when mismatch.getPropertyName() != null ->
                List.of(wrongType(mismatch.getPropertyName(), mismatch.getRequiredType(), request));
            case HttpMessageNotReadableException unreadable when unreadable
                    .getCause() instanceof DatabindException wrong && !wrong.getPath().isEmpty() ->
                List.of(wrongType(path(wrong), target(wrong), request));
            default -> List.of();
        };
    }

    private static List<FieldError> of(BindingResult result) {
        return result.getAllErrors().stream().map(FieldErrors::of).toList();
    }

    private static FieldError of(ObjectError error) {
        String field = error instanceof org.springframework.validation.FieldError named
                ? named.getField()
                : error.getObjectName();
        return new FieldError(
                field, Objects.requireNonNullElse(error.getCode(), "Invalid"), text(error.getDefaultMessage()));
    }

    private static List<FieldError> of(MethodValidationResult result) {
        List<FieldError> errors = new ArrayList<>();
        for (ParameterValidationResult parameter : result.getParameterValidationResults()) {
            String name = Objects.requireNonNullElse(parameter.getMethodParameter().getParameterName(), "?");
            for (MessageSourceResolvable error : parameter.getResolvableErrors()) {
                errors.add(
                        error instanceof ObjectError inBody
                                ? of(inBody)
                                : new FieldError(name, rule(error), text(error.getDefaultMessage())));
            }
        }
        return errors;
    }

    private static FieldError of(ConstraintViolation<?> violation) {
        String field = "";
        for (Path.Node node : violation.getPropertyPath()) {
            field = text(node.getName());
        }
        String rule = violation.getConstraintDescriptor().getAnnotation().annotationType().getSimpleName();
        return new FieldError(field, rule, violation.getMessage());
    }

    private FieldError required(String field, HttpServletRequest request) {
        return new FieldError(field, "Required", problems.text("problem.field.required", request));
    }

    private FieldError wrongType(String field, @Nullable Class<?> type, HttpServletRequest request) {
        if (type != null && type.isEnum()) {
            String allowed =
                    Arrays.stream(type.getEnumConstants()).map(Object::toString).collect(Collectors.joining(", "));
            return new FieldError(field, "OneOf", problems.text("problem.field.one-of", request, allowed));
        }
        return new FieldError(field, "Type", problems.text("problem.field.type", request));
    }

    private static @Nullable Class<?> target(DatabindException e) {
        return e instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
    }

    /** Written as {@code jobs[3].payload}. */
    private static String path(JacksonException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.toString();
    }

    /** The last code is the bare name of the constraint; the ones before it are qualified. */
    private static String rule(MessageSourceResolvable error) {
        String[] codes = error.getCodes();
        return codes == null || codes.length == 0 ? "Invalid" : codes[codes.length - 1];
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
