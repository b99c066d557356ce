package io.bulkaction.internal.web.access;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditKind;
import io.bulkaction.internal.web.PathIds;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
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
 * Writes to the audit trail which people were shown payloads, results or dead letters. A page that asks again every second is one
 * reading: the same person and the same subject within a minute are noted once, and again when it has become a hundred times as
 * much.
 */
@Component
final class ReadTrail implements HandlerInterceptor, WebMvcConfigurer {

    private static final String SHOWN = ReadTrail.class.getName() + ".shown";
    private static final long ONCE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long MUCH_MORE = 100;
    private static final int MAX_REMEMBERED = 1_000;

    private final Callers callers;
    private final Audit audit;
    private final Map<String, Reading> readings = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Reading> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    /**
     * @param since when it began, in nanoseconds
     * @param shown how much was shown since then, of which so much is noted
     */
    private record Reading(long since, long shown, long noted) {

        Reading plus(int more) {
            return new Reading(since, shown + more, noted);
        }

        Reading allNoted() {
            return new Reading(since, shown, shown);
        }
    }

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
        String who = who(request);
        String queue = text(request, "queue");
        String subject = subject(request);
        long noted = toNote(String.join("\n", who, queue, subject), shown);
        if (noted > 0) {
            audit.note(
                    new QueueName(queue.isEmpty() ? "default" : queue),
                    new Actor(who, request.getRemoteAddr(), AuditKind.READER),
                    "read", subject, Audit.Outcome.DONE, noted + " payloads, results or dead letters");
        }
    }

    /** An application may know people without Spring Security. */
    private String who(HttpServletRequest request) {
        String name = callers.name();
        Principal principal = request.getUserPrincipal();
        return name != null ? name : principal == null ? "anonymous" : principal.getName();
    }

    private static String subject(HttpServletRequest request) {
        String name = variable(request, "name"); // of a recurring action
        if (!name.isEmpty()) {
            return name;
        }
        String group = text(request, "groupId");
        String job = text(request, "jobId");
        return group + (job.isEmpty() || group.isEmpty() ? "" : "#") + job;
    }

    /** How much was shown since the reading began, if that is to be noted: at its beginning, and when it has become a lot. */
    private synchronized long toNote(String reading, int shown) {
        long now = System.nanoTime();
        Reading before = readings.remove(reading);
        boolean isFirst = before == null || now - before.since >= ONCE_NANOS;
        Reading after = isFirst ? new Reading(now, shown, 0) : before.plus(shown);
        boolean isToBeNoted = isFirst || after.shown >= MUCH_MORE * after.noted;
        readings.put(reading, isToBeNoted ? after.allNoted() : after); // so that it becomes the youngest
        return isToBeNoted ? after.shown : 0;
    }

    private static String variable(HttpServletRequest request, String name) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        Object value = variables instanceof Map<?, ?> map ? map.get(name) : null;
        return value == null ? "" : PathIds.plain(value.toString());
    }

    private static String text(HttpServletRequest request, String name) {
        String inPath = variable(request, name);
        return inPath.isEmpty() ? PathIds.plain(Objects.requireNonNullElse(request.getParameter(name), "")) : inPath;
    }
}
