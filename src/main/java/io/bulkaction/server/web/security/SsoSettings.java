package io.bulkaction.server.web.security;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.web.access.NamePattern;
import io.bulkaction.internal.web.access.Scope;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What somebody may do who comes from an identity provider, under {@code bulk-action.security.sso.}. Where that is stands
 * in {@code spring.security.oauth2.}; without that nothing here has an effect.
 *
 * @param rolesClaim Claim whose values the mappings are about; dots lead into nested claims.
 * @param nameClaim Claim with the name, which is shown and audited after sso:.
 * @param mappings What the values of the claim allow. The first entry whose value the claim has decides alone.
 */
@Validated
@ConfigurationProperties("bulk-action.security.sso")
record SsoSettings(
        @DefaultValue("roles") @NotBlank String rolesClaim,
        @DefaultValue("sub") @NotBlank String nameClaim,
        @DefaultValue List<@Valid Mapping> mappings) {

    /**
     * @param value Value of the claim.
     * @param roles What it allows: ADMIN, OPERATOR, VIEWER, SUBMITTER, METRICS.
     * @param queues Queues that may be used, by name or as a beginning followed by a star. Without any, all.
     * @param groups Groups that may be used, such as acme/*. Without any, all.
     * @param groupsClaim Claim that lists the groups instead. Who comes without it is refused.
     * @param processors Processors that jobs may be submitted for. Without any, all.
     * @param maxLevel Highest level that jobs may be submitted on. Without it, any.
     * @param callbackHosts Hosts that results may be posted to, among callbacks.allowed-hosts. Without any, all of those.
     * @param payloads Whether an operator or a viewer sees payloads and results, without the masked fields.
     * @param quota How much each caller may have at a time, over all queues and instances.
     */
    record Mapping(
            @NotBlank String value,
            @DefaultValue @NotEmpty Set<SecuritySettings.Role> roles,
            @DefaultValue List<NamePattern> queues,
            @DefaultValue List<NamePattern> groups,
            @Nullable String groupsClaim,
            @DefaultValue List<NamePattern> processors,
            @Nullable PriorityLevel maxLevel,
            @DefaultValue List<AllowedHost> callbackHosts,
            @DefaultValue("false") boolean payloads,
            @DefaultValue @Valid SecuritySettings.QuotaSettings quota) {

        /** @param groups those of the settings, or of the claim */
        Rights rights(List<NamePattern> groups) {
            return new Rights(
                    roles, new Scope(queues, groups, processors, maxLevel, callbackHosts), payloads, quota.toQuota());
        }

        @AssertTrue(message = "an administrator may do everything: leave out queues, groups, groupsClaim, processors,"
                + " maxLevel and callbackHosts, or the role ADMIN")
        boolean isScopeOfNoAdministrator() {
            return rights(groups).isConsistent()
                    && (groupsClaim == null || !roles.contains(SecuritySettings.Role.ADMIN));
        }

        @AssertTrue(message = "set groups or groupsClaim, not both")
        boolean isOneSourceOfGroups() {
            return groupsClaim == null || groups.isEmpty();
        }
    }
}
