package io.bulkaction.internal.web.access;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The rights of callers, wherever they come from. */
@Component
public final class Callers {

    private final CallerRights rights;

    Callers(ObjectProvider<CallerRights> rights) {
        this.rights = rights.getIfAvailable(() -> CallerRights.ALL);
    }

    /** Of the caller whose request is being answered. */
    public Scope scope() {
        return rights.scope();
    }

    PayloadView payloads() {
        return rights.payloads();
    }

    PayloadView ownPayloads() {
        return rights.ownPayloads();
    }
}
