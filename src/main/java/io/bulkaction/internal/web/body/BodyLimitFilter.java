package io.bulkaction.internal.web.body;

import io.bulkaction.internal.web.RequestSettings;
import io.bulkaction.internal.web.problem.ProblemType;
import io.bulkaction.internal.web.problem.ProblemWriter;
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
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the size of bodies that are read into memory as a whole. Runs before all other filters, because they may read
 * the body before the caller is known. A stream of lines has no limit here: its reader limits each line. Forms are read
 * by Tomcat itself, within {@code server.tomcat.max-http-form-post-size}.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class BodyLimitFilter extends OncePerRequestFilter {

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
        // why only without a length: Tomcat itself stops a body at its announced length
        boolean limited = streamed || request.getContentLengthLong() >= 0;
        try {
            chain.doFilter(limited ? request : new LimitedRequest(request), response);
        } catch (RuntimeException e) {
            // why here: filters read forms and queries too, and controller advice does not see what they throw
            problems.write(request, response, e);
        }
    }

    private static boolean isStreamed(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase(MediaType.APPLICATION_NDJSON_VALUE);
    }

    private final class LimitedRequest extends HttpServletRequestWrapper {

        LimitedRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new LimitedBody(super.getInputStream(), limit);
        }

        @Override
        public BufferedReader getReader() throws IOException {
            String encoding = getCharacterEncoding();
            Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
            return new BufferedReader(new InputStreamReader(getInputStream(), charset));
        }
    }
}
