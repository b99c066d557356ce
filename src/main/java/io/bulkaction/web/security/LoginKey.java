package io.bulkaction.web.security;

import io.bulkaction.settings.SecuritySettings;
import io.bulkaction.web.ClientNetwork;

/** Whom a wrong password is counted against. */
record LoginKey(String user, String network) {

    /** The name is cut, since it comes from outside and is kept; no user has a longer one. */
    static LoginKey of(String user, String address) {
        String name = user.length() > SecuritySettings.MAX_NAME ? user.substring(0, SecuritySettings.MAX_NAME) : user;
        return new LoginKey(name, ClientNetwork.of(address));
    }

    /** For bearer tokens, which tell no name. */
    static LoginKey nameless(String address) {
        return of("", address);
    }
}
