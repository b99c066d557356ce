package io.bulkaction.server.web.security;

import io.bulkaction.PriorityLevel;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

    /** With groups, and without a word on the level. */
    static List<String> keptToNormal(SecuritySettings settings, SsoSettings sso) {
        return Stream.of(
                settings.users().entrySet().stream()
                        .filter(user -> isKeptToNormal(user.getValue().rights(), user.getValue().maxLevel()))
                        .map(Map.Entry::getKey),
                settings.tokens().entrySet().stream()
                        .filter(token -> isKeptToNormal(token.getValue().rights(), token.getValue().maxLevel()))
                        .map(Map.Entry::getKey),
                sso.mappings().stream().filter(mapping -> mapping.maxLevel() == null)
                        .filter(mapping -> mapping.groupsClaim() != null || !mapping.groups().isEmpty())
                        .filter(mapping -> mapping.roles().contains(SecuritySettings.Role.SUBMITTER))
                        .map(mapping -> "everybody with " + sso.rolesClaim() + "=" + mapping.value()))
                .flatMap(Function.identity()).sorted().toList();
    }

    private static boolean isKeptToNormal(Rights rights, @Nullable PriorityLevel maxLevel) {
        return maxLevel == null && rights.scope().hasGroups()
                && rights.roles().contains(SecuritySettings.Role.SUBMITTER);
    }

    static void report(SecuritySettings settings, SsoSettings sso) {
        List<String> kept = keptToNormal(settings, sso);
        if (!kept.isEmpty()) {
            log.info("submitters with groups and without max-level use the level NORMAL at most: {}",
                    String.join(", ", kept));
        }
        List<String> names = of(settings, sso);
        if (!names.isEmpty()) {
            log.info(
                    "submitters that are kept to no groups reach those of everybody: {} (docs/settings.md#security)",
                    String.join(", ", names));
        }
    }
}
