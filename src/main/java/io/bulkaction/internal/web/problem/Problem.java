package io.bulkaction.internal.web.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of every error answer (RFC 9457).
 *
 * @param instance path of the request
 * @param code stable, for programs; title and detail are for people, in their language
 * @param errors which fields break which rules; left out when there are none
 * @param candidates what the caller may have meant; left out where that is not the question
 * @param id only of an unexpected error: the log has its cause under the same id
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
        List<String> candidates,
        @Nullable String id) {

    /** @param rule name of the broken rule, e.g. {@code NotBlank}; stable, for programs */
    public record FieldError(String field, String rule, String message) {}

    Problem with(List<FieldError> fieldErrors) {
        return new Problem(type, title, status, detail, instance, code, fieldErrors, candidates, id);
    }

    Problem among(List<String> meant) {
        return new Problem(type, title, status, detail, instance, code, errors, meant, id);
    }

    public Problem at(String path) {
        return new Problem(type, title, status, detail, path, code, errors, candidates, id);
    }

    public Problem withId(String errorId) {
        return new Problem(type, title, status, detail, instance, code, errors, candidates, errorId);
    }
}
