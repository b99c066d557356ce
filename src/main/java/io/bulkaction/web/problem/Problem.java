package io.bulkaction.web.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Body of every error, RFC 9457.
 *
 * @param instance path of the request
 * @param code stable, for programs; title and detail are for people and follow their language
 * @param errors which fields break which rules; left out when there are none
 * @param id of an unexpected error: the same id stands in the log beside its cause
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Problem(
        URI type,
        String title,
        int status,
        @Nullable String detail,
        String instance,
        String code,
        List<FieldError> errors,
        @Nullable String id) {

    /** @param rule name of the broken rule, e.g. {@code NotBlank}; stable, for programs */
    public record FieldError(String field, String rule, String message) {}

    Problem with(List<FieldError> fieldErrors) {
        return new Problem(type, title, status, detail, instance, code, fieldErrors, id);
    }

    Problem withId(String errorId) {
        return new Problem(type, title, status, detail, instance, code, errors, errorId);
    }
}
