package io.bulkaction.processor.push;

import io.bulkaction.processor.Secret;

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
