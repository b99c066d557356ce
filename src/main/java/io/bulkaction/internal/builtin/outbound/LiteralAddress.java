package io.bulkaction.internal.builtin.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Addresses that are written as numbers. Never asks a name server: only what the JDK reads as an address is passed to it.
 */
public final class LiteralAddress {

    /** Also the short forms, in which the last number fills what is left: {@code 127.1}. */
    private static final Pattern IPV4 = Pattern.compile("([0-9]{1,10})(\\.[0-9]{1,10}){0,3}");

    private static final String COLONS = "[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%[A-Za-z0-9_.-]+)?";

    private static final Pattern IPV6 = Pattern.compile(COLONS + "|\\[" + COLONS + "]");

    private static final int BYTES = 4;

    private LiteralAddress() {}

    /** Empty for a name, and for what the JDK finds ambiguous. */
    public static Optional<InetAddress> parse(String text) {
        if (!IPV6.matcher(text).matches() && !isIpv4(text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether every number fits; with one that does not, the text would be taken for a name. */
    private static boolean isIpv4(String text) {
        if (!IPV4.matcher(text).matches()) {
            return false;
        }
        String[] numbers = text.split("\\.");
        for (int i = 0; i < numbers.length - 1; i++) {
            if (Long.parseLong(numbers[i]) > 255) {
                return false;
            }
        }
        int bytesLeft = BYTES - (numbers.length - 1);
        return Long.parseLong(numbers[numbers.length - 1]) < 1L << (Byte.SIZE * bytesLeft);
    }
}
