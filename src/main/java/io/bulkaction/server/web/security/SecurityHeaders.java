package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.PagePolicy;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** What a browser may do with our pages: load only from here, run no inline scripts, never show them in a frame. */
final class SecurityHeaders {

    private static final String PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

    private SecurityHeaders() {}

    /**
     * Adds to Spring Security's own headers: no sniffing, no framing, no caching, and HSTS with TLS. HSTS is for this
     * host only, because what runs below its name is not ours to decide.
     */
    static void apply(HeadersConfigurer<HttpSecurity> headers) {
        headers.contentSecurityPolicy(policy -> policy.policyDirectives(PagePolicy.CONTENT_SECURITY_POLICY))
                .httpStrictTransportSecurity(hsts -> hsts.includeSubDomains(false))
                .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.SAME_ORIGIN))
                .permissionsPolicyHeader(permissions -> permissions.policy(PERMISSIONS))
                .crossOriginOpenerPolicy(opener -> opener.policy(CrossOriginOpenerPolicy.SAME_ORIGIN))
                .crossOriginResourcePolicy(resource -> resource.policy(CrossOriginResourcePolicy.SAME_ORIGIN));
    }
}
