package io.bulkaction.internal.web.problem;

import io.bulkaction.RedisUnavailableException;
import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/**
 * A kind of problem. Callers may rely on the code; the text for people is in {@code messages.properties} under
 * {@code problem.<code>.title} and {@code problem.<code>.detail}. Problems of one package only are declared there.
 */
public record ProblemType(String code, HttpStatus status) {

    public static final ProblemType INVALID_REQUEST = new ProblemType("INVALID_REQUEST", HttpStatus.BAD_REQUEST);
    public static final ProblemType INVALID_ID = new ProblemType("INVALID_ID", HttpStatus.BAD_REQUEST);
    public static final ProblemType UNREADABLE_BODY = new ProblemType("UNREADABLE_BODY", HttpStatus.BAD_REQUEST);
    public static final ProblemType BODY_TOO_COMPLEX = new ProblemType("BODY_TOO_COMPLEX", HttpStatus.BAD_REQUEST);
    public static final ProblemType MISSING_BODY = new ProblemType("MISSING_BODY", HttpStatus.BAD_REQUEST);
    public static final ProblemType REQUEST_REJECTED = new ProblemType("REQUEST_REJECTED", HttpStatus.BAD_REQUEST);
    public static final ProblemType UNAUTHENTICATED = new ProblemType("UNAUTHENTICATED", HttpStatus.UNAUTHORIZED);
    public static final ProblemType BAD_CREDENTIALS = new ProblemType("BAD_CREDENTIALS", HttpStatus.UNAUTHORIZED);
    public static final ProblemType FORBIDDEN = new ProblemType("FORBIDDEN", HttpStatus.FORBIDDEN);
    public static final ProblemType CSRF_REJECTED = new ProblemType("CSRF_REJECTED", HttpStatus.FORBIDDEN);
    public static final ProblemType CROSS_SITE_REJECTED =
            new ProblemType("CROSS_SITE_REJECTED", HttpStatus.FORBIDDEN);
    public static final ProblemType NOT_FOUND = new ProblemType("NOT_FOUND", HttpStatus.NOT_FOUND);
    public static final ProblemType UNKNOWN_GROUP = new ProblemType("UNKNOWN_GROUP", HttpStatus.NOT_FOUND);
    public static final ProblemType UNKNOWN_TENANT = new ProblemType("UNKNOWN_TENANT", HttpStatus.NOT_FOUND);
    public static final ProblemType UNKNOWN_JOB = new ProblemType("UNKNOWN_JOB", HttpStatus.NOT_FOUND);
    public static final ProblemType METHOD_NOT_ALLOWED =
            new ProblemType("METHOD_NOT_ALLOWED", HttpStatus.METHOD_NOT_ALLOWED);
    public static final ProblemType NOT_ACCEPTABLE = new ProblemType("NOT_ACCEPTABLE", HttpStatus.NOT_ACCEPTABLE);
    public static final ProblemType REQUEST_TIMEOUT = new ProblemType("REQUEST_TIMEOUT", HttpStatus.REQUEST_TIMEOUT);
    public static final ProblemType PAYLOAD_TOO_LARGE =
            new ProblemType("PAYLOAD_TOO_LARGE", HttpStatus.CONTENT_TOO_LARGE);
    public static final ProblemType UNSUPPORTED_MEDIA_TYPE =
            new ProblemType("UNSUPPORTED_MEDIA_TYPE", HttpStatus.UNSUPPORTED_MEDIA_TYPE);
    public static final ProblemType LOGIN_LOCKED = new ProblemType("LOGIN_LOCKED", HttpStatus.TOO_MANY_REQUESTS);
    public static final ProblemType REDIS_UNAVAILABLE =
            new ProblemType("REDIS_UNAVAILABLE", HttpStatus.SERVICE_UNAVAILABLE);
    static final ProblemType SLOT_MOVING = new ProblemType("SLOT_MOVING", HttpStatus.SERVICE_UNAVAILABLE);
    static final ProblemType NOT_REPLICATED = new ProblemType("NOT_REPLICATED", HttpStatus.SERVICE_UNAVAILABLE);
    static final ProblemType PARTITIONS_CHANGED = new ProblemType("PARTITIONS_CHANGED", HttpStatus.SERVICE_UNAVAILABLE);
    static final ProblemType NOT_CHECKED = new ProblemType("NOT_CHECKED", HttpStatus.SERVICE_UNAVAILABLE);
    public static final ProblemType INTERNAL_ERROR =
            new ProblemType("INTERNAL_ERROR", HttpStatus.INTERNAL_SERVER_ERROR);

    /** The same for every occurrence; a name, not the address of a page. */
    public URI uri() {
        return URI.create("urn:bulk-action:problem:" + code.toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    static ProblemType of(RedisUnavailableException.Reason reason) {
        return switch (reason) {
            case REDIS_UNAVAILABLE -> REDIS_UNAVAILABLE;
            case SLOT_MOVING -> SLOT_MOVING;
            case NOT_REPLICATED -> NOT_REPLICATED;
            case PARTITIONS_CHANGED -> PARTITIONS_CHANGED;
            case NOT_CHECKED -> NOT_CHECKED;
        };
    }

    /** For an answer of which only the status is known. */
    public static ProblemType of(HttpStatus status) {
        return switch (status) {
            case BAD_REQUEST -> INVALID_REQUEST;
            case UNAUTHORIZED -> UNAUTHENTICATED;
            case CONTENT_TOO_LARGE -> PAYLOAD_TOO_LARGE;
            case INTERNAL_SERVER_ERROR -> INTERNAL_ERROR;
            default -> new ProblemType(status.name(), status);
        };
    }
}
