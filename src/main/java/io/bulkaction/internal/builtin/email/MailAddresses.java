package io.bulkaction.internal.builtin.email;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.List;
import java.util.stream.Stream;

/** Reads mail addresses, with or without names, several of them separated by commas. */
final class MailAddresses {

    private MailAddresses() {}

    /** @throws IllegalArgumentException naming the field, without the address */
    static List<InternetAddress> parse(String field, List<String> texts) {
        return texts.stream().flatMap(text -> parse(field, text)).toList();
    }

    private static Stream<InternetAddress> parse(String field, String text) {
        try {
            InternetAddress[] addresses = InternetAddress.parse(text, true);
            for (InternetAddress address : addresses) {
                // why: strict parsing still lets through a bare local name, which no other host can deliver
                if (address.getAddress().indexOf('@') < 1) {
                    throw new AddressException();
                }
            }
            return Stream.of(addresses);
        } catch (AddressException e) {
            throw new IllegalArgumentException(field + " contains something that is not a mail address");
        }
    }
}
