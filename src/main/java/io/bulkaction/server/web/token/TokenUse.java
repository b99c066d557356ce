package io.bulkaction.server.web.token;

import java.time.Instant;

/** When and from where an API token was used last; a minute may be missing. */
public record TokenUse(Instant at, String from) {

    static TokenUse parse(String text) {
        String[] timeAndAddress = text.split(" ", 2);
        return new TokenUse(Instant.ofEpochMilli(Long.parseLong(timeAndAddress[0])), timeAndAddress[1]);
    }

    String text() {
        return at.toEpochMilli() + " " + from;
    }
}
