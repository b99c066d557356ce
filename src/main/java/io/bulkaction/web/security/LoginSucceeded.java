package io.bulkaction.web.security;

/**
 * Somebody opened a session; published as an application event. Machines, which log in with every request, are not
 * reported.
 */
public record LoginSucceeded(String user, String address) {}
