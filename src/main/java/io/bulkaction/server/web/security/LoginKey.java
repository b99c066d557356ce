package io.bulkaction.server.web.security;

import io.bulkaction.server.web.ClientNetwork;

/** What a wrong password counts against: a user name in a network. */
record LoginKey(String user, String network) {

    /** Cuts the name, because callers choose it and it is kept; no user has a longer one. */
    static LoginKey of(String user, String address) {
        String name = user.length() > SecuritySettings.MAX_NAME ? user.substring(0, SecuritySettings.MAX_NAME) : user;
        return new LoginKey(name, ClientNetwork.of(address));
    }

    /** For API tokens, which come without a name. */
    static LoginKey nameless(String address) {
        return of("", address);
    }
}
