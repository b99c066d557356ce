package io.bulkaction.internal.web.hosted;

import io.bulkaction.internal.web.access.CallerRights;
import io.bulkaction.internal.web.access.GroupControls;
import io.bulkaction.internal.web.access.PayloadView;
import io.bulkaction.internal.web.access.Scope;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Who may call what, by the authorities that the application gives its users. Decides by the mapping that was found, not by
 * the path: the two cannot disagree then.
 */
final class HostAccess implements HandlerInterceptor, CallerRights {

    private static final Set<String> READS = Set.of("GET", "HEAD");

    private final PageSettings settings;
    private final HostLogin login;
    private final PayloadView masked;

    HostAccess(PageSettings settings, HostLogin login) {
        this.settings = settings;
        this.login = login;
        this.masked = new PayloadView(true, settings.maskedFields());
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!READS.contains(request.getMethod()) && CrossSite.is(request)) {
            throw new ProblemException(ProblemType.CROSS_SITE_REJECTED);
        }
        if (!has(needed(request))) {
            if (isNavigation(request)) {
                login.refuse();
            }
            throw new ProblemException(login.isKnown() ? ProblemType.FORBIDDEN : ProblemType.UNAUTHENTICATED);
        }
        return true;
    }

    private Set<String> needed(HttpServletRequest request) {
        PageSettings.Authorities given = settings.authorities();
        boolean reads = READS.contains(request.getMethod());
        Set<String> staff = reads ? union(given.view(), given.operate()) : given.operate();
        String mapping =
                Objects.toString(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE), "");
        if (!mapping.startsWith("/api/")) {
            return staff;
        }
        return reads || GroupControls.PATTERNS.contains(mapping) ? union(staff, given.submit()) : given.submit();
    }

    /** A person opens a page; nothing that a script calls. */
    private static boolean isNavigation(HttpServletRequest request) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        String mode = request.getHeader("Sec-Fetch-Mode");
        return "GET".equals(request.getMethod())
                && accept != null && accept.contains(MediaType.TEXT_HTML_VALUE)
                && (mode == null || mode.equals("navigate"));
    }

    @Override
    public @Nullable String name() {
        return login.name();
    }

    @Override
    public Set<Ability> abilities() {
        Set<Ability> abilities = EnumSet.noneOf(Ability.class);
        if (has(settings.authorities().operate())) {
            abilities.add(Ability.OPERATE);
            abilities.add(Ability.PLAN);
        }
        if (has(settings.authorities().submit())) {
            abilities.add(Ability.SUBMIT);
        }
        return abilities;
    }

    @Override
    public Scope scope() {
        return Scope.EVERYTHING;
    }

    /** Nobody here can tell a person from a machine of the application, so every reading is noted. */
    @Override
    public boolean isPerson() {
        return true;
    }

    @Override
    public PayloadView payloads() {
        return has(settings.authorities().payloads()) ? masked : PayloadView.NONE;
    }

    /** Whoever may look at the queues of all has not submitted what it sees; nor is that known where everybody may do everything. */
    @Override
    public PayloadView ownPayloads() {
        PageSettings.Authorities given = settings.authorities();
        boolean onlySubmits = has(given.submit()) && !has(union(given.view(), given.operate()));
        return !settings.open() && onlySubmits ? PayloadView.ALL : payloads();
    }

    private boolean has(Set<String> authorities) {
        return settings.open() || login.hasAny(authorities);
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        return Stream.concat(one.stream(), other.stream()).collect(Collectors.toSet());
    }
}
