package io.bulkaction.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What one logger says while this is open, as its caller wrote it: nothing of the service's configuration applies. */
public final class LogLines implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    private LogLines(Logger logger) {
        this.logger = logger;
        events.start();
        logger.addAppender(events);
    }

    public static LogLines of(Class<?> source) {
        return of(source.getName());
    }

    public static LogLines of(String name) {
        return new LogLines((Logger) LoggerFactory.getLogger(name));
    }

    public List<String> messages() {
        return List.copyOf(events.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(events);
    }
}
