package io.bulkaction.processor.push;

import java.io.IOException;

/** Where the bearer token for FCM comes from. A bean of this type replaces the built-in sources. */
public interface AccessTokens {

    /** A token that should be valid now; may be asked by many threads at once. */
    String current() throws IOException, InterruptedException;

    /** FCM did not take this token: do not hand it out again. */
    void reject(String token);
}
