package io.bulkaction.server.logging;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.AppenderAttachable;
import java.util.Iterator;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Escapes what every appender of the service writes, whatever pattern or configuration file the operator has chosen. In
 * the encoder and not in each call: messages of libraries and of exceptions carry text from outside too. JSON is left
 * as it is, because there a line break is escaped already and a reader must get the text that was meant.
 */
public final class LogEscaping implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    /** After Boot has set up the log, which it does on the same event. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            apply(context);
        }
    }

    static void apply(LoggerContext context) {
        context.getLoggerList().forEach(logger -> escape(logger.iteratorForAppenders()));
    }

    private static void escape(Iterator<Appender<ILoggingEvent>> appenders) {
        appenders.forEachRemaining(appender -> {
            if (appender instanceof OutputStreamAppender<ILoggingEvent> writer && isPlain(writer.getEncoder())) {
                writer.setEncoder(new EscapingEncoder(writer.getEncoder()));
            }
            if (appender instanceof AppenderAttachable<?> wrapper) {
                @SuppressWarnings("unchecked") // why: what an appender of these events hands on are the same events
                AppenderAttachable<ILoggingEvent> others = (AppenderAttachable<ILoggingEvent>) wrapper;
                escape(others.iteratorForAppenders());
            }
        });
    }

    private static boolean isPlain(Encoder<ILoggingEvent> encoder) {
        return !(encoder instanceof StructuredLogEncoder) && !(encoder instanceof EscapingEncoder);
    }
}
