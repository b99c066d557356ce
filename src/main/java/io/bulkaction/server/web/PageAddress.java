package io.bulkaction.server.web;

import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.core.env.Environment;

/** Where a browser on this machine finds the dashboard of this instance. */
public final class PageAddress {

    private PageAddress() {}

    /** Empty until the web server listens, or when there is none. */
    public static Optional<String> of(Environment environment) {
        return Optional.ofNullable(environment.getProperty("local.server.port")).map(port -> {
            String address = environment.getProperty("server.address", "localhost");
            boolean local = address.equals("0.0.0.0") || address.equals("::") || address.equals("127.0.0.1");
            return (hasTls(environment) ? "https" : "http") + "://" + (local ? "localhost" : address) + ":" + port
                    + environment.getProperty("server.servlet.context-path", "") + "/";
        });
    }

    private static boolean hasTls(Environment environment) {
        boolean hasKey = Stream.of("key-store", "certificate", "bundle")
                .anyMatch(name -> environment.containsProperty("server.ssl." + name));
        return hasKey && environment.getProperty("server.ssl.enabled", Boolean.class, true);
    }
}
