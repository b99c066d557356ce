package io.bulkaction.server.web.security;

import io.bulkaction.internal.builtin.outbound.LiteralAddress;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.catalina.AccessLog;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Accepts only a literal IP address as the address of a caller. Otherwise the clients of a proxy that passes on headers
 * unchecked could write any text to the audit trail, and count as somebody else with every request.
 */
final class LiteralAddressValve extends ValveBase {

    /** The JDK also reads 1.2.3 as 1.2.0.3, which no proxy writes. */
    private static final Pattern FULL_IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    LiteralAddressValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        String claimed = request.getRemoteAddr();
        String address = canonical(claimed).orElse(request.getPeerAddr());
        if (!address.equals(claimed)) {
            request.setRemoteAddr(address);
            request.setRemoteHost(address);
            request.setAttribute(AccessLog.REMOTE_ADDR_ATTRIBUTE, address);
            request.setAttribute(AccessLog.REMOTE_HOST_ATTRIBUTE, address);
        }
        getNext().invoke(request, response);
    }

    /** One spelling for each address; empty when the text is not an address. */
    static Optional<String> canonical(String text) {
        // why without the scope: it names an interface of this machine, and in a header it may be any text
        int scope = text.indexOf('%');
        String literal = scope < 0 ? text : text.substring(0, scope);
        if (literal.indexOf(':') < 0 && !FULL_IPV4.matcher(literal).matches()) {
            return Optional.empty();
        }
        return LiteralAddress.parse(literal).map(InetAddress::getHostAddress);
    }
}
