package io.bulkaction.server.web.security;

import io.bulkaction.internal.web.access.NamePattern;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the claims of an identity provider who somebody is and what they may do. What is missing or unreadable gives
 * no rights: never more than the claims say.
 */
final class SsoRights {

    /** No user or API token of the settings should be mistaken for somebody from outside who has the same name. */
    private static final String PREFIX = "sso:";

    private final SsoSettings settings;

    SsoRights(SsoSettings settings) {
        this.settings = settings;
    }

    /** Empty if there is none that can be shown and kept. */
    Optional<String> name(Map<String, Object> claims) {
        return claim(claims, settings.nameClaim()) instanceof String name
                && !name.isBlank()
                && PREFIX.length() + name.length() <= SecuritySettings.MAX_NAME
                && name.chars().noneMatch(Character::isISOControl)
                        ? Optional.of(PREFIX + name)
                        : Optional.empty();
    }

    /** Empty if the claims have no value that a mapping is about. */
    Optional<Rights> rights(Map<String, Object> claims) {
        List<String> values = texts(claim(claims, settings.rolesClaim()));
        return settings.mappings().stream()
                .filter(mapping -> values.contains(mapping.value()))
                .findFirst()
                .flatMap(mapping -> rights(mapping, claims));
    }

    private static Optional<Rights> rights(SsoSettings.Mapping mapping, Map<String, Object> claims) {
        if (mapping.groupsClaim() == null) {
            return Optional.of(mapping.rights(mapping.groups()));
        }
        try {
            List<NamePattern> groups = texts(claim(claims, mapping.groupsClaim())).stream()
                    .filter(text -> !text.isBlank())
                    .map(NamePattern::of)
                    .toList();
            // why: a scope without groups has all of them
            return groups.isEmpty() ? Optional.empty() : Optional.of(mapping.rights(groups));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A name with dots may be that of a claim, or lead into nested ones. */
    private static @Nullable Object claim(Map<?, ?> claims, String name) {
        Object whole = claims.get(name);
        int dot = name.indexOf('.');
        if (whole != null || dot < 0) {
            return whole;
        }
        return claims.get(name.substring(0, dot)) instanceof Map<?, ?> nested
                ? claim(nested, name.substring(dot + 1))
                : null;
    }

    private static List<String> texts(@Nullable Object claim) {
        return switch (claim) {
            case String text -> List.of(text);
            case Collection<?> many -> many.stream().filter(String.class::isInstance).map(String.class::cast).toList();
            case null, default -> List.of();
        };
    }
}
