package io.bulkaction.spi;

import java.io.IOException;

/**
 * Gives the processor {@code PUSH_NOTIFICATION} its access tokens for FCM. A bean of this type replaces the built-in
 * sources, which are the settings {@code service-account-file} and {@code access-token}.
 *
 * <p>Called by many threads at the same time.
 */
public interface AccessTokens {

    /**
     * Returns an access token that should be valid now. Called once per job, so keep the token until it expires.
     *
     * @return the access token, without {@code Bearer}
     * @throws IOException when none can be had now; the job is retried
     * @throws InterruptedException when the job is interrupted meanwhile
     */
    String current() throws IOException, InterruptedException;

    /**
     * Says that FCM refused an access token: do not return it again.
     *
     * @param token the access token
     */
    void reject(String token);
}
