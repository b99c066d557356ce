package io.bulkaction.web.security;

/** How someone says who they are. */
public enum LoginMethod {
    /** The login page; opens a session. */
    FORM,
    /** HTTP Basic, with every request. */
    BASIC,
    /** A bearer token, with every request. */
    BEARER
}
