package io.bulkaction.server.web.security;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Wrong credentials. Attempts during a lock are not reported, so that nobody can flood the audit trail by guessing.
 *
 * @param user null when there is no such user: what was typed may be a password in the wrong field
 * @param lock how long user and address are locked out from now; null when they are not locked out yet
 */
record LoginRefusedEvent(
        @Nullable String user, String address, LoginMethod method, @Nullable Duration lock) {}
