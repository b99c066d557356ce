package io.bulkaction.web.security;

/**
 * Somebody known asked for what they may not do; published as an application event.
 *
 * @param code {@code FORBIDDEN} for a missing role, {@code CSRF_REJECTED} for a request that may come from elsewhere
 */
public record AccessRefused(String user, String address, String method, String path, String code) {}
