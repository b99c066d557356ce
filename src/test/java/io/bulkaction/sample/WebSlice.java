package io.bulkaction.sample;

import io.bulkaction.JobId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Security and problems with a few controllers to guard, without Redis and so without an audit trail. It lives outside
 * the package of the web, where the application would find it.
 */
@Configuration(proxyBeanMethods = false)
@ComponentScan(basePackages = {"io.bulkaction.server.web.security", "io.bulkaction.internal.web.problem",
    "io.bulkaction.internal.web.body",
    "io.bulkaction.server.web.connection",
    "io.bulkaction.server.web.error"}, excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*\\.(SecurityAudit|TokensController|SessionsController|QuotaMeters)"))
@Import({WebSlice.BootOnly.class, WebSlice.Sample.class})
public class WebSlice {

    /** What a controller may be handed to throw. */
    @Bean
    Thrower thrower() {
        return new Thrower();
    }

    /** Spring Boot's own auto-configuration, without what would look for Redis or run jobs. */
    static final class BootOnly extends AutoConfigurationImportSelector {

        @Override
        protected boolean isEnabled(AnnotationMetadata metadata) {
            return true;
        }

        @Override
        protected AnnotationAttributes getAttributes(AnnotationMetadata metadata) {
            return AnnotationAttributes.fromMap(Map.of("exclude", new String[0], "excludeName", new String[0]));
        }

        @Override
        protected List<String> getCandidateConfigurations(AnnotationMetadata metadata, AnnotationAttributes chosen) {
            return super.getCandidateConfigurations(metadata, chosen).stream()
                    .filter(name -> name.startsWith("org.springframework.boot."))
                    .filter(name -> !name.contains(".data.redis.") && !name.contains(".mail."))
                    .toList();
        }
    }

    /** Throws what a test asks it to. */
    public static final class Thrower {

        private volatile @Nullable Exception next;

        public void next(Exception e) {
            next = e;
        }

        void run() throws Exception {
            Exception e = next;
            if (e != null) {
                throw e;
            }
        }
    }

    record Item(
            @NotBlank String name,
            @Min(1) @Max(10) int size,
            @Nullable Kind kind,
            @Nullable List<@Valid Item> parts) {}

    enum Kind {
        SMALL,
        LARGE
    }

    @RestController
    static class Sample {

        private final Thrower thrower;

        Sample(Thrower thrower) {
            this.thrower = thrower;
        }

        @GetMapping("/api/sample")
        Map<String, String> who(Principal principal) {
            return Map.of("user", principal.getName());
        }

        @PostMapping("/api/sample")
        Item create(@Valid @RequestBody Item item) {
            return item;
        }

        @PostMapping(path = "/api/sample/lines", consumes = MediaType.APPLICATION_NDJSON_VALUE)
        long lines(InputStream body) throws IOException {
            return body.transferTo(OutputStream.nullOutputStream());
        }

        @DeleteMapping("/api/sample")
        void delete() {}

        @GetMapping("/api/sample/jobs/{jobId}")
        Map<String, String> job(@PathVariable JobId jobId) {
            return Map.of("jobId", jobId.value());
        }

        @GetMapping("/api/sample/page")
        Map<String, Integer> page(@RequestParam @Min(1) int page, @RequestParam(defaultValue = "SMALL") Kind kind) {
            return Map.of("page", page);
        }

        @GetMapping("/api/sample/later")
        Callable<Map<String, String>> later(Principal principal) {
            return () -> Map.of("user", principal.getName());
        }

        @GetMapping("/api/sample/throw")
        void fail() throws Exception {
            thrower.run();
        }

        @GetMapping("/api/sample/denied")
        void denied() {
            throw new AccessDeniedException("not even you");
        }

        @GetMapping("/admin/sample")
        Map<String, String> admin(Principal principal) {
            return Map.of("user", principal.getName());
        }

        @PostMapping("/admin/sample")
        Map<String, String> act(Principal principal) {
            return Map.of("user", principal.getName());
        }

        @GetMapping("/unlisted")
        String unlisted() {
            return "for administrators, since nobody said otherwise";
        }
    }
}
