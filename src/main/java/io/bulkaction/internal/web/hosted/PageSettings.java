package io.bulkaction.internal.web.hosted;

import io.bulkaction.internal.web.access.MaskedPath;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The calls over HTTP and the page inside an application, under {@code bulk-action.web.}.
 *
 * @param enabled Whether this application serves the calls over HTTP and the page.
 * @param basePath The path below which it does. Nothing outside of it is touched.
 * @param open Whether whoever reaches the path may do everything there. Without Spring Security the application starts only
 *     with true.
 * @param maskedFields Fields of payloads and results that only submitters may read, such as $.token.
 */
@Validated
@ConfigurationProperties("bulk-action.web")
record PageSettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("/bulk-actions") @Pattern(regexp = PATH, message = "must be a path such as /bulk-actions, without a slash at its end") String basePath,
        @DefaultValue("false") boolean open,
        @DefaultValue List<MaskedPath> maskedFields,
        @DefaultValue @Valid Authorities authorities) {

    private static final String PATH = "(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+";

    /**
     * Which authorities of the application's users open what; one of them is enough.
     *
     * @param view Authorities that let somebody look at everything but payloads.
     * @param operate Authorities that let somebody run queues and groups, and look.
     * @param submit Authorities that let somebody submit jobs, and follow and cancel them.
     * @param payloads Authorities that let somebody see the payloads and results of all jobs.
     */
    record Authorities(
            @DefaultValue("ROLE_BULK_ACTION_VIEWER") Set<String> view,
            @DefaultValue("ROLE_BULK_ACTION_OPERATOR") Set<String> operate,
            @DefaultValue("ROLE_BULK_ACTION_SUBMITTER") Set<String> submit,
            @DefaultValue("ROLE_BULK_ACTION_PAYLOADS") Set<String> payloads) {}
}
