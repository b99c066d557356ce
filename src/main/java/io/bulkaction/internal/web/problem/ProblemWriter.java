package io.bulkaction.internal.web.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes a problem as the answer in a filter, where controller advice does not reach. */
@Component
public final class ProblemWriter {

    private final Problems problems;
    private final ProblemMappings mappings;
    private final JsonMapper json;

    ProblemWriter(Problems problems, ProblemMappings mappings, JsonMapper json) {
        this.problems = problems;
        this.mappings = mappings;
        this.json = json;
    }

    public void write(
            HttpServletRequest request, HttpServletResponse response, ProblemType type, Object... arguments)
            throws IOException {
        byte[] body = json.writeValueAsBytes(problems.of(type, request, arguments));
        response.setStatus(type.status().value());
        problems.headers(type).forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** Answers an exception whose meaning is known; otherwise, or when the answer has begun, throws it again. */
    public void write(HttpServletRequest request, HttpServletResponse response, RuntimeException e)
            throws IOException {
        Optional<ProblemMappings.Meaning> meaning = mappings.meaningOf(e);
        if (meaning.isEmpty() || response.isCommitted()) {
            throw e;
        }
        write(request, response, meaning.get().type(), meaning.get().arguments());
    }
}
