package io.bulkaction.internal.web.access;

import java.util.Set;

/** The calls of {@code /api} that run groups and submit nothing, so that whoever runs queues may send them too. */
public final class GroupControls {

    /** None of these shows a payload. */
    public static final Set<String> PATTERNS = Set.of(
            "/api/bulk-actions/{groupId}",
            "/api/bulk-actions/{groupId}/seal",
            "/api/bulk-actions/{groupId}/pause",
            "/api/bulk-actions/{groupId}/resume",
            "/api/bulk-actions/{groupId}/schedule",
            "/api/bulk-actions/{groupId}/jobs/{jobId}",
            "/api/bulk-actions/{groupId}/jobs/{jobId}/schedule",
            "/api/tenants/{tenant}/cancel");

    private GroupControls() {}
}
