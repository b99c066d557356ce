package io.bulkaction.server.web.security;

/**
 * Somebody logged in on the page. Machines, which send credentials with every request, are not reported.
 *
 * @param administrator whether this user has the role of an administrator
 */
record LoginSucceededEvent(String user, String address, LoginMethod method) {}
