package io.bulkaction.internal.settings;

import java.util.Map;
import java.util.Optional;

/** Which setting switches a built-in processor on, for those who use one that is off. */
public final class ProcessorSwitches {

    private static final Map<String, String> SETTINGS = Map.of(
            "SEND_EMAIL", "bulk-action.processors.send-email.enabled",
            "PUSH_NOTIFICATION", "bulk-action.processors.push-notification.project-id",
            "HTTP_REQUEST", "bulk-action.processors.http-request.allowed-hosts",
            "NAS_SYNC", "bulk-action.processors.nas-sync.nas-root",
            "CANCEL_ORDER", "bulk-action.processors.cancel-order.exchanges",
            "SIMULATE", "bulk-action.processors.simulate.enabled");

    private ProcessorSwitches() {}

    /** Empty if no processor that comes along has this type. */
    public static Optional<String> of(String type) {
        return Optional.ofNullable(SETTINGS.get(type));
    }
}
