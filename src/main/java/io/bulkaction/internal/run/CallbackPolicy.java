package io.bulkaction.internal.run;

import io.bulkaction.CallbackRefusedException;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.HostPolicy;

/** Which URLs may be given as callback. A submitter must not be able to make this service call any address. */
public final class CallbackPolicy {

    private static final int LONGEST = 2_000;

    private final HostPolicy hosts;

    public CallbackPolicy(HostPolicy hosts) {
        this.hosts = hosts;
    }

    /** @throws CallbackRefusedException if the URL is malformed or its host is not allowed */
    public CallUrl check(String text) {
        CallUrl url = parse(text);
        if (!hosts.allows(url)) {
            throw new CallbackRefusedException(text, "its host is not among bulk-action.callbacks.allowed-hosts");
        }
        return url;
    }

    private static CallUrl parse(String text) {
        if (text.length() > LONGEST) {
            throw new CallbackRefusedException(text.substring(0, 100) + "…", "it is longer than " + LONGEST);
        }
        try {
            return CallUrl.of(text);
        } catch (IllegalArgumentException e) {
            throw new CallbackRefusedException(text, "it " + e.getMessage());
        }
    }
}
