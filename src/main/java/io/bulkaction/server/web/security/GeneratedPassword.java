package io.bulkaction.server.web.security;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The password of {@code admin} when no user is configured. Printed once to standard output, never logged. */
final class GeneratedPassword {

    static final String USER = "admin";

    /** No letters and digits that look alike; 24 of these 32 are 120 bits. */
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

    private static final int LENGTH = 24;

    private @Nullable String password;

    private GeneratedPassword(String password) {
        this.password = password;
    }

    static GeneratedPassword create() {
        SecureRandom random = new SecureRandom();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return new GeneratedPassword(text.toString());
    }

    /** The only user; can be called until {@link #print}. */
    Map<String, SecuritySettings.User> asUsers() {
        if (password == null) {
            throw new IllegalStateException("the password was printed and forgotten");
        }
        return Map.of(USER, SecuritySettings.User.unscoped(password, Set.of(SecuritySettings.Role.ADMIN)));
    }

    /** @param link logs in once; null without a page */
    synchronized void print(PrintStream out, @Nullable String link) {
        if (password != null) {
            out.printf("""

                    ------------------------------------------------------------------------
                      No user is configured. Until this process ends, log in with

                          user:     %s
                          password: %s
                    %s
                      To configure users, set bulk-action.security.users.<name>.password
                      and bulk-action.security.users.<name>.roles (ADMIN, SUBMITTER).
                    ------------------------------------------------------------------------

                    """, USER, password, link == null ? "" : """

                      or, once and within %d minutes, on this machine, with

                          %s
                    """.formatted(LoginLink.GOOD_FOR.toMinutes(), link));
            out.flush();
            password = null;
        }
    }
}
