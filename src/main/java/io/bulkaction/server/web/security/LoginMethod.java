package io.bulkaction.server.web.security;

/** How a caller proves who they are. */
enum LoginMethod {
    /** The login page; opens a session. */
    FORM,
    /** The link that is printed at the start while no user is configured; opens a session. */
    LINK,
    /** HTTP Basic, with every request. */
    BASIC,
    /** An API token, with every request. */
    BEARER,
    /** An identity provider; opens a session. */
    SSO
}
