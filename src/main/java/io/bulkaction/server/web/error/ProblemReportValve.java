package io.bulkaction.server.web.error;

import io.bulkaction.internal.web.problem.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Answers requests that are too broken to reach a filter (bad request line, headers too large). Repeats nothing of the
 * request and reveals nothing of the server.
 */
final class ProblemReportValve extends ErrorReportValve {

    private static final Logger log = LoggerFactory.getLogger(ProblemReportValve.class);

    @Override
    protected void report(Request request, Response response, Throwable thrown) {
        HttpStatus status = HttpStatus.resolve(response.getStatus());
        if (status == null || !status.isError() || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        ProblemType type =
                status == HttpStatus.BAD_REQUEST ? ProblemType.REQUEST_REJECTED : ProblemType.of(status);
        String body = """
                {"type":"%s","title":"%s","status":%d,"code":"%s"}"""
                .formatted(type.uri(), status.getReasonPhrase(), status.value(), type.code());
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            response.finishResponse();
        } catch (IOException e) {
            log.debug("the client was gone before it got status {}", status.value(), e);
        }
    }
}
