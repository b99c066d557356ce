package io.bulkaction.internal.operate.audit;

import java.util.LinkedHashMap;
import java.util.Map;

/** What to write into an entry; see {@link AuditEntry}. */
record AuditNote(String who, String from, String action, String subject, String outcome, String detail) {

    Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("who", who);
        fields.put("from", from);
        fields.put("action", action);
        fields.put("subject", subject);
        fields.put("outcome", outcome);
        fields.put("detail", detail);
        return fields;
    }
}
