package io.bulkaction.internal.builtin.push;

import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.spi.AccessTokens;

/** One token from the settings, for emulators and tests; Google's own expire within the hour. */
record StaticToken(Secret token) implements AccessTokens {

    @Override
    public String current() {
        return token.value();
    }

    @Override
    public void reject(String refused) {
        // there is no other one
    }
}
