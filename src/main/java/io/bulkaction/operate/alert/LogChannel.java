package io.bulkaction.operate.alert;

import io.bulkaction.job.OneLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes alerts into the log. */
public final class LogChannel implements AlertChannel {

    private static final Logger log = LoggerFactory.getLogger("io.bulkaction.alerts");

    @Override
    public String name() {
        return "log";
    }

    @Override
    public void send(Alert alert) {
        String text = OneLine.of(alert.title() + ". " + alert.message());
        if (alert.isResolved()) {
            log.info("RESOLVED {}: {}", alert.type(), OneLine.of(alert.title()));
        } else if (alert.severity() == AlertType.Severity.CRITICAL) {
            log.error("{} {}: {}", alert.severity(), alert.type(), text);
        } else {
            log.warn("{} {}: {}", alert.severity(), alert.type(), text);
        }
    }
}
