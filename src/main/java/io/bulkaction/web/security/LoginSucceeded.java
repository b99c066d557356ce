package io.bulkaction.web.security;

/**
 * Somebody opened a session; published as an application event. Machines, which log in with every request, are not
 * reported.
 *
 * @param administrator whether they may do what administrators do
 */
public record LoginSucceeded(String user, String address, boolean administrator) {}
