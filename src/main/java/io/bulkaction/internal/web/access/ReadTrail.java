package io.bulkaction.internal.web.access;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditKind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Writes to the audit trail which people were shown payloads or results. A page that asks again every second is one reading: the
 * same person and the same subject within a minute are noted once.
 */
@Component
final class ReadTrail implements HandlerInterceptor, WebMvcConfigurer {

    private static final String SHOWN = ReadTrail.class.getName() + ".shown";
    private static final long ONCE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_REMEMBERED = 1_000;

    private final Callers callers;
    private final Audit audit;
    private final Map<String, Long> noted = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    ReadTrail(Callers callers, Audit audit) {
        this.callers = callers;
        this.audit = audit;
    }

    /** The answer of the current request shows a payload or a result. */
    static void note() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        if (request != null) {
            Object before = request.getAttribute(SHOWN, RequestAttributes.SCOPE_REQUEST);
            request.setAttribute(SHOWN, before instanceof Integer count ? count + 1 : 1,
                    RequestAttributes.SCOPE_REQUEST);
        }
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/**", "/admin/**");
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (!(request.getAttribute(SHOWN) instanceof Integer shown) || !callers.isPerson()) {
            return;
        }
        String who = Objects.requireNonNullElse(callers.name(), "");
        String group = text(request, "groupId");
        String job = text(request, "jobId");
        String subject = group + (job.isEmpty() || group.isEmpty() ? "" : "#") + job;
        String queue = text(request, "queue");
        if (isNew(String.join("\n", who, queue, subject))) {
            audit.note(
                    new QueueName(queue.isEmpty() ? "default" : queue),
                    new Actor(who, request.getRemoteAddr(), AuditKind.READER),
                    "read", subject, Audit.Outcome.DONE, shown + " payloads or results");
        }
    }

    private synchronized boolean isNew(String reading) {
        long now = System.nanoTime();
        Long last = noted.get(reading);
        if (last != null && now - last < ONCE_NANOS) {
            return false;
        }
        noted.remove(reading); // so that it becomes the youngest
        noted.put(reading, now);
        return true;
    }

    private static String text(HttpServletRequest request, String name) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        Object value = variables instanceof Map<?, ?> map ? map.get(name) : null;
        return Objects.requireNonNullElse(value == null ? request.getParameter(name) : value.toString(), "");
    }
}
