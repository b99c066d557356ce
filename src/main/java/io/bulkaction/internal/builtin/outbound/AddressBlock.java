package io.bulkaction.internal.builtin.outbound;

import java.net.InetAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A range of addresses such as {@code 10.0.0.0/8}. */
public record AddressBlock(InetAddress network, int prefix) {

    private static final Pattern TEXT = Pattern.compile("([0-9A-Fa-f:.]+)/([0-9]{1,3})");

    public static AddressBlock of(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not address/bits");
        }
        InetAddress network = LiteralAddress.parse(parts.group(1))
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' does not begin with an address"));
        int prefix = Integer.parseInt(parts.group(2));
        if (prefix > network.getAddress().length * 8) {
            throw new IllegalArgumentException("'" + text + "' has more bits than its address");
        }
        return new AddressBlock(network, prefix);
    }

    boolean contains(InetAddress address) {
        byte[] mine = network.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < prefix; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((mine[bit / 8] & mask) != (other[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }
}
