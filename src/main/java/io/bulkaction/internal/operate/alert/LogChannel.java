package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertChannel;
import io.bulkaction.spi.AlertType;
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
