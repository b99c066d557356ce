package io.bulkaction.internal.builtin.outbound;

import java.io.IOException;

/** The host is not on the list of allowed hosts. */
public final class HostNotAllowedException extends IOException {

    private static final long serialVersionUID = 1L;

    HostNotAllowedException(CallUrl url) {
        super(url.host() + ":" + url.port() + " is not an allowed host");
    }
}
