package io.bulkaction.server.web.error;

import io.bulkaction.internal.web.problem.Problem;
import io.bulkaction.internal.web.problem.ProblemMappings;
import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.internal.web.problem.Problems;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.DisconnectedClientHelper;

/** Answers errors from outside of a controller: of a filter, or by a plain status. */
@RestController
final class ProblemErrorController implements ErrorController {

    private static final Logger log = LoggerFactory.getLogger(ProblemErrorController.class);

    private final Problems problems;
    private final ProblemMappings mappings;

    ProblemErrorController(Problems problems, ProblemMappings mappings) {
        this.problems = problems;
        this.mappings = mappings;
    }

    @RequestMapping("${spring.web.error.path:/error}")
    ResponseEntity<Problem> answer(HttpServletRequest request) {
        Object thrown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        ProblemMappings.Meaning meaning = thrown instanceof Throwable e
                ? mappings.meaningOf(e).orElseGet(() -> new ProblemMappings.Meaning(typeOf(e)))
                : new ProblemMappings.Meaning(ProblemType.of(status(request)));
        Problem problem = problems.of(meaning.type(), request, meaning.arguments()).at(original(request));
        if (meaning.type().status() == HttpStatus.INTERNAL_SERVER_ERROR) {
            String id = UUID.randomUUID().toString();
            log.error("unexpected error {} in {} {}", id, method(request), original(request), thrown);
            problem = problem.withId(id);
        }
        return ResponseEntity.status(meaning.type().status())
                .headers(problems.headers(meaning.type()))
                .body(problem);
    }

    /** Tomcat also comes here when a body broke off, whatever the controller answered. */
    private static ProblemType typeOf(Throwable e) {
        return DisconnectedClientHelper.isClientDisconnectedException(e)
                ? ProblemType.MISSING_BODY
                : ProblemType.INTERNAL_ERROR;
    }

    /** Without an error somebody called this path by name, where there is nothing. */
    private static HttpStatus status(HttpServletRequest request) {
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        HttpStatus status = code instanceof Integer known ? HttpStatus.resolve(known) : HttpStatus.NOT_FOUND;
        return status == null || !status.isError() ? HttpStatus.INTERNAL_SERVER_ERROR : status;
    }

    /** The method of the request; an error is always dispatched as GET. */
    private static String method(HttpServletRequest request) {
        Object method = request.getAttribute(RequestDispatcher.ERROR_METHOD);
        return method instanceof String known ? known : request.getMethod();
    }

    private static String original(HttpServletRequest request) {
        Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        return path instanceof String known ? known : request.getRequestURI();
    }
}
