package io.bulkaction.web.connection;

import io.bulkaction.settings.RequestSettings;
import io.bulkaction.web.problem.ProblemType;
import io.bulkaction.web.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps a body that would be read into memory as a whole within bounds. First of all filters, because others may read
 * the body before anybody has asked who sends it. A stream of lines has no bound: whoever reads it bounds the line.
 * Forms are read by the server itself, within {@code server.tomcat.max-http-form-post-size}.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class BodyLimitFilter extends OncePerRequestFilter {

    private static final String STREAMED = "application/x-ndjson";

    private final long limit;
    private final ProblemWriter problems;

    BodyLimitFilter(RequestSettings settings, ProblemWriter problems) {
        this.limit = settings.maxSize().toBytes();
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean streamed = isStreamed(request);
        if (!streamed && request.getContentLengthLong() > limit) {
            problems.write(request, response, ProblemType.PAYLOAD_TOO_LARGE, limit);
            return;
        }
        // why only without a length: the server itself stops a body at the length it was announced with
        boolean bounded = streamed || request.getContentLengthLong() >= 0;
        try {
            chain.doFilter(bounded ? request : new Counted(request), response);
        } catch (RuntimeException e) {
            // why here: filters read forms and queries too, and no controller advice hears of what they throw
            problems.write(request, response, e);
        }
    }

    private static boolean isStreamed(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase(STREAMED);
    }

    private final class Counted extends HttpServletRequestWrapper {

        Counted(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new CountedBody(super.getInputStream(), limit);
        }

        @Override
        public BufferedReader getReader() throws IOException {
            String encoding = getCharacterEncoding();
            Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
            return new BufferedReader(new InputStreamReader(getInputStream(), charset));
        }
    }
}
