package io.bulkaction.internal.operate.audit;

import io.bulkaction.QueueName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Every entry of the audit trail as a line of JSON, for those who collect logs and keep them for longer. */
final class AuditLog {

    private static final Logger log = LoggerFactory.getLogger("io.bulkaction.audit");
    private static final JsonMapper JSON = JsonMapper.shared();

    private AuditLog() {}

    static void write(QueueName queue, AuditEntry entry) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("at", entry.at().toString());
        fields.put("queue", queue.value());
        fields.put("id", entry.id());
        fields.put("kind", entry.kind().name());
        fields.put("who", entry.who());
        fields.put("from", entry.from());
        fields.put("action", entry.action());
        fields.put("subject", entry.subject());
        fields.put("outcome", entry.outcome());
        fields.put("detail", entry.detail());
        log.info("{}", JSON.writeValueAsString(fields));
    }
}
