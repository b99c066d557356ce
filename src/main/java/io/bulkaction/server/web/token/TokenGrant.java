package io.bulkaction.server.web.token;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.web.access.NamePattern;
import io.bulkaction.internal.web.access.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an API token may do, as it is written; the same fields as in the settings.
 *
 * @param quota null = as much as it wants
 */
public record TokenGrant(
        List<String> roles,
        List<String> queues,
        List<String> groups,
        List<String> processors,
        @Nullable PriorityLevel maxLevel,
        List<String> callbackHosts,
        boolean payloads,
        @Nullable Quota quota) {

    /** @throws IllegalArgumentException for an entry that is no pattern or no host */
    public Scope scope() {
        return new Scope(
                patterns(queues),
                patterns(groups),
                patterns(processors),
                maxLevel,
                callbackHosts.stream().map(AllowedHost::of).toList());
    }

    private static List<NamePattern> patterns(List<String> entries) {
        return entries.stream().map(NamePattern::of).toList();
    }
}
