package io.bulkaction.server.web.security;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says at start who reaches the groups of everybody. That is fine with one customer and a mistake with two. */
final class UnscopedSubmitters {

    private static final Logger log = LoggerFactory.getLogger(UnscopedSubmitters.class);

    private UnscopedSubmitters() {}

    static List<String> of(SecuritySettings settings, SsoSettings sso) {
        return Stream.of(
                settings.users().entrySet().stream().map(user -> Map.entry(user.getKey(), user.getValue().rights())),
                settings.tokens().entrySet().stream()
                        .map(token -> Map.entry(token.getKey(), token.getValue().rights())),
                sso.mappings().stream().filter(mapping -> mapping.groupsClaim() == null)
                        .map(mapping -> Map.entry(
                                "everybody with " + sso.rolesClaim() + "=" + mapping.value(),
                                mapping.rights(mapping.groups()))))
                .flatMap(Function.identity())
                .filter(each -> each.getValue().isSubmitterOfAllGroups())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    static void report(SecuritySettings settings, SsoSettings sso) {
        List<String> names = of(settings, sso);
        if (!names.isEmpty()) {
            log.info(
                    "submitters that are kept to no groups reach those of everybody: {} (docs/settings.md#security)",
                    String.join(", ", names));
        }
    }
}
