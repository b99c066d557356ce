package io.bulkaction.internal.builtin.outbound;

import java.net.UnknownHostException;

/** A listed host resolves to an address that may not be called. */
public final class AddressNotAllowedException extends UnknownHostException {

    private static final long serialVersionUID = 1L;

    AddressNotAllowedException(String host) {
        super("host '" + host + "' resolves to an address that is not public and not allowed");
    }
}
