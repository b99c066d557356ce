package io.bulkaction.internal.web.problem;

import io.bulkaction.internal.logging.OneLine;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.ConstraintViolationException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.ConversionNotSupportedException;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.core.JacksonException;

/** Turns every exception of a controller into a {@link Problem}; one that it does not know into a 500 without details. */
@RestControllerAdvice
final class ProblemAdvice {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    private final Problems problems;
    private final ProblemMappings mappings;
    private final FieldErrors fieldErrors;

    ProblemAdvice(Problems problems, ProblemMappings mappings, FieldErrors fieldErrors) {
        this.problems = problems;
        this.mappings = mappings;
        this.fieldErrors = fieldErrors;
    }

    @ExceptionHandler(Exception.class)
    @Nullable
    ResponseEntity<Problem> answer(Exception e, HttpServletRequest request, HttpServletResponse response) {
        Optional<ProblemMappings.Meaning> meaning = mappings.meaningOf(e);
        // why the meaning first: a reset connection to Redis looks like a client that is gone
        if (response.isCommitted()
                || meaning.isEmpty() && DisconnectedClientHelper.isClientDisconnectedException(e)) {
            log.debug("{} is not answered with a problem: the answer has begun, or the client is gone", path(request),
                    e);
            return null;
        }
        if (meaning.isPresent()) {
            ProblemType type = meaning.get().type();
            if (type.status().is5xxServerError()) {
                // why no stack trace: while Redis is down every request comes here
                log.warn("{} {} failed: {}, {}", request.getMethod(), path(request), type.code(),
                        OneLine.of(e.toString()));
            }
            Problem problem = problems.of(type, request, meaning.get().arguments());
            HttpHeaders more = new HttpHeaders();
            meaning.get().retryAfter().ifPresent(wait -> more.set(
                    HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, wait.plusMillis(999).toSeconds()))));
            return answer(type, problem.among(meaning.get().candidates()), more);
        }
        return switch (e) {
            case HttpMessageNotReadableException unreadable -> unreadable(unreadable, request);
            case ConversionNotSupportedException bug -> unexpected(bug, request);
            case TypeMismatchException mismatch -> invalid(mismatch, request);
            case ConstraintViolationException invalid -> invalid(invalid, request);
            case InvalidFieldException invalid -> invalid(invalid, request);
            case ErrorResponse known -> byStatus(e, known, request);
            default -> unexpected(e, request);
        };
    }

    private ResponseEntity<Problem> unreadable(HttpMessageNotReadableException e, HttpServletRequest request) {
        if (!fieldErrors.of(e, request).isEmpty()) {
            return invalid(e, request);
        }
        if (e.getCause() instanceof JacksonException json && json.getLocation() != null) {
            int line = json.getLocation().getLineNr();
            int column = json.getLocation().getColumnNr();
            Problem problem = problems.of(ProblemType.UNREADABLE_BODY, request, line, column);
            return answer(ProblemType.UNREADABLE_BODY, problem, HttpHeaders.EMPTY);
        }
        return answer(ProblemType.MISSING_BODY, problems.of(ProblemType.MISSING_BODY, request), HttpHeaders.EMPTY);
    }

    private ResponseEntity<Problem> invalid(Exception e, HttpServletRequest request) {
        Problem problem = problems.of(ProblemType.INVALID_REQUEST, request).with(fieldErrors.of(e, request));
        return answer(ProblemType.INVALID_REQUEST, problem, HttpHeaders.EMPTY);
    }

    /** What Spring MVC throws itself; it knows the status and the headers (Allow, Accept) that belong to it. */
    private ResponseEntity<Problem> byStatus(Exception e, ErrorResponse known, HttpServletRequest request) {
        HttpStatus status = HttpStatus.resolve(known.getStatusCode().value());
        if (status == null || status == HttpStatus.INTERNAL_SERVER_ERROR) {
            return unexpected(e, request);
        }
        ProblemType type = ProblemType.of(status);
        Object[] arguments = e instanceof HttpMediaTypeNotSupportedException unsupported
                ? new Object[] {MediaType.toString(unsupported.getSupportedMediaTypes())}
                : new Object[0];
        Problem problem = problems.of(type, request, arguments).with(fieldErrors.of(e, request));
        return answer(type, problem, known.getHeaders());
    }

    private ResponseEntity<Problem> unexpected(Exception e, HttpServletRequest request) {
        String id = UUID.randomUUID().toString();
        // why no query string: it may have secrets
        log.error("unexpected error {} in {} {}", id, request.getMethod(), path(request), e);
        Problem problem = problems.of(ProblemType.INTERNAL_ERROR, request, id).withId(id);
        return answer(ProblemType.INTERNAL_ERROR, problem, HttpHeaders.EMPTY);
    }

    private ResponseEntity<Problem> answer(ProblemType type, Problem problem, HttpHeaders more) {
        return ResponseEntity.status(type.status())
                .headers(more)
                .headers(problems.headers(type))
                .body(problem);
    }

    private static String path(HttpServletRequest request) {
        return request.getRequestURI();
    }
}
