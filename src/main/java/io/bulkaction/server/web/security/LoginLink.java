package io.bulkaction.server.web.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets whoever started the service log in once without typing the generated password. The secret of the link stands behind
 * its #, which a browser sends to nobody; the login page then sends it in the place of a password, with a CSRF token. It
 * counts once, soon, and from this machine only.
 */
final class LoginLink {

    static final Duration GOOD_FOR = Duration.ofMinutes(10);

    /** What the login page looks for behind the #. */
    private static final String FRAGMENT = "login#once=";

    private static final int BYTES = 32;

    private final LongSupplier nanoClock;
    private byte @Nullable [] secret;
    private long issuedAt;

    LoginLink(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** A new link; one that was issued before counts no more. */
    synchronized String issue(String page) {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        secret = text.getBytes(StandardCharsets.UTF_8);
        issuedAt = nanoClock.getAsLong();
        return page + FRAGMENT + text;
    }

    /** Whether this is a login by the link, which it then ends. */
    synchronized boolean redeem(String user, String given, LoginDetails from) {
        byte[] expected = secret;
        if (expected == null || from.method() != LoginMethod.FORM || !isLoopback(from.address())) {
            return false;
        }
        if (nanoClock.getAsLong() - issuedAt > GOOD_FOR.toNanos()) {
            secret = null;
            return false;
        }
        // why this way: how long a comparison takes must not say how much of it was right
        boolean isRight = MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
        if (!isRight || !user.equals(GeneratedPassword.USER)) {
            return false;
        }
        secret = null;
        return true;
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
