package io.bulkaction.server.web.security;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says at start who may submit for everybody. That is fine with one customer and a mistake with two. */
final class UnscopedSubmitters {

    private static final Logger log = LoggerFactory.getLogger(UnscopedSubmitters.class);

    private UnscopedSubmitters() {}

    static List<String> of(SecuritySettings settings) {
        return Stream.concat(
                settings.users().entrySet().stream().map(user -> Map.entry(user.getKey(), user.getValue().rights())),
                settings.tokens().entrySet().stream()
                        .map(token -> Map.entry(token.getKey(), token.getValue().rights())))
                .filter(each -> each.getValue().isUnscopedSubmitter())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    static void report(SecuritySettings settings) {
        List<String> names = of(settings);
        if (!names.isEmpty()) {
            log.info(
                    "submitters without a scope may use every queue, group and processor: {} (docs/settings.md#security)",
                    String.join(", ", names));
        }
    }
}
