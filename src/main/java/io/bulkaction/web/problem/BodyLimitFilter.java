package io.bulkaction.web.problem;

import io.bulkaction.settings.SecuritySettings;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps a body that would be read into memory as a whole within bounds. A stream of lines has none: it is read line by
 * line, whoever reads it bounds the line.
 */
@Component
final class BodyLimitFilter extends OncePerRequestFilter {

    private static final String STREAMED = "application/x-ndjson";

    private final long limit;
    private final ProblemWriter problems;

    BodyLimitFilter(SecuritySettings settings, ProblemWriter problems) {
        this.limit = settings.maxRequestSize().toBytes();
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.regionMatches(true, 0, STREAMED, 0, STREAMED.length());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > limit) {
            problems.write(request, response, ProblemType.PAYLOAD_TOO_LARGE, limit);
            return;
        }
        // why only without a length: the server itself stops a body at the length it was announced with
        chain.doFilter(request.getContentLengthLong() >= 0 ? request : new Counted(request), response);
    }

    private final class Counted extends HttpServletRequestWrapper {

        Counted(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new CountedBody(super.getInputStream(), limit);
        }
    }
}
