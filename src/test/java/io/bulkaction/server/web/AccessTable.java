package io.bulkaction.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.server.web.security.MappingWalk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;

/** Who may call what, about things of the tenant globex in the queue walked; read from {@code access-table.txt}. */
final class AccessTable {

    enum Caller {
        NOBODY(ServiceOverHttp.NOBODY),
        ADMIN(ServiceOverHttp.ADMIN),
        OPERATOR(ServiceOverHttp.OPERATOR),
        /** Of another queue. */
        QUEUE_OPERATOR(ServiceOverHttp.QUEUE_OPERATOR),
        /** Of the tenant acme, as the other two. */
        GROUP_OPERATOR(ServiceOverHttp.GROUP_OPERATOR),
        VIEWER(ServiceOverHttp.VIEWER),
        GROUP_VIEWER(ServiceOverHttp.GROUP_VIEWER),
        SUBMITTER(ServiceOverHttp.SENDER),
        GROUP_SUBMITTER(ServiceOverHttp.ACME),
        METRICS(ServiceOverHttp.METRICS),
        PAYLOAD_OPERATOR(ServiceOverHttp.PAYLOAD_OPERATOR),
        /** Of another queue. */
        QUEUE_SUBMITTER(ServiceOverHttp.QUEUE_SUBMITTER),
        /** Of the same groups by their names, which somebody with a wider scope has created. */
        NARROW_SUBMITTER(ServiceOverHttp.GLOBEX_MAIL),
        /** Of the tenant acme, with a token that was made at run time: the test makes it. */
        MADE_SUBMITTER("");

        private final String credentials;

        Caller(String credentials) {
            this.credentials = credentials;
        }

        String credentials() {
            return credentials;
        }
    }

    /** How a call is answered. */
    enum Access {
        /** The caller may call it. */
        YES,
        LOGIN,
        ROLE,
        QUEUE,
        GROUP,
        /** It is about the groups of all. */
        SCOPE,
        /** As if there were no such group or tenant. */
        GONE;

        static Access of(int status, String code) {
            assertThat(status).as(code).isLessThan(500); // whoever may call, it must not break
            return switch (status) {
                case 401 -> LOGIN;
                case 403 -> switch (code) {
                    case "FORBIDDEN" -> ROLE;
                    case "QUEUE_NOT_ALLOWED" -> QUEUE;
                    case "GROUP_NOT_ALLOWED" -> GROUP;
                    case "OUT_OF_SCOPE" -> SCOPE;
                    case "PAYLOAD_HIDDEN" -> YES; // the call is the caller's, what it shows is not
                    default -> throw new AssertionError(code);
                };
                case 404 -> Set.of("UNKNOWN_GROUP", "UNKNOWN_TENANT").contains(code) ? GONE : YES;
                default -> YES;
            };
        }
    }

    private static final Map<String, Map<Caller, Access>> ROWS = read();

    private AccessTable() {}

    static String name(MappingWalk.Call call) {
        return call.method() + " " + call.pattern();
    }

    static Map<Caller, Access> of(MappingWalk.Call call) {
        return Optional.ofNullable(ROWS.get(name(call))).orElseThrow(() -> new AssertionError(name(call)));
    }

    static Set<String> calls() {
        return ROWS.keySet();
    }

    private static Map<String, Map<Caller, Access>> read() {
        Map<String, Map<Caller, Access>> rows = new TreeMap<>();
        List<String> lines = lines();
        List<Caller> callers = Stream.of(cells(lines.getFirst())).map(Caller::valueOf).toList();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = cells(line);
            Map<Caller, Access> row = new EnumMap<>(Caller.class);
            callers.forEach(caller -> row.put(caller, Access.valueOf(cells[callers.indexOf(caller)])));
            rows.put(line.substring(0, line.indexOf('|')).strip().replaceAll(" +", " "), row);
        }
        return rows;
    }

    private static String[] cells(String line) {
        return line.substring(line.indexOf('|') + 1).strip().split(" +");
    }

    private static List<String> lines() {
        try {
            return new ClassPathResource("access-table.txt").getContentAsString(UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
