package io.bulkaction.internal.builtin;

/** How a payload says what is wrong with it. */
public final class PayloadRules {

    private PayloadRules() {}

    /** @throws IllegalArgumentException with the rule as its message, which becomes the error of the job */
    public static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
