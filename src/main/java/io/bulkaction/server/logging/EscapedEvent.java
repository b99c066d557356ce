package io.bulkaction.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import io.bulkaction.internal.logging.OneLine;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/** A log event whose texts cannot end its line, hide it or look like another one. */
record EscapedEvent(ILoggingEvent event) implements ILoggingEvent {

    /** These write several lines at a time, about the start and the settings; nobody outside can influence them. */
    private static final Set<String> OF_SEVERAL_LINES = Set.of(
            "io.bulkaction.server.StartReport",
            "io.bulkaction.internal.redis.embedded.EmbeddedRedis",
            "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter",
            "org.springframework.boot.autoconfigure.logging.ConditionEvaluationReportLogger");

    @Override
    public String getFormattedMessage() {
        return escaped(event.getFormattedMessage());
    }

    @Override
    public String getMessage() {
        return escaped(event.getMessage());
    }

    @Override
    public @Nullable IThrowableProxy getThrowableProxy() {
        return EscapedThrowable.of(event.getThrowableProxy());
    }

    @Override
    public Map<String, String> getMDCPropertyMap() {
        return event.getMDCPropertyMap().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> escaped(entry.getValue())));
    }

    @Override
    @SuppressWarnings("deprecation") // why: it is part of the interface
    public Map<String, String> getMdc() {
        return getMDCPropertyMap();
    }

    @Override
    public @Nullable List<KeyValuePair> getKeyValuePairs() {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        return pairs == null
                ? null
                : pairs.stream().map(pair -> new KeyValuePair(pair.key, escaped(String.valueOf(pair.value)))).toList();
    }

    @Override
    public String getThreadName() {
        return escaped(event.getThreadName());
    }

    @Override
    public Level getLevel() {
        return event.getLevel();
    }

    @Override
    public Object @Nullable [] getArgumentArray() {
        return event.getArgumentArray();
    }

    @Override
    public String getLoggerName() {
        return event.getLoggerName();
    }

    @Override
    public LoggerContextVO getLoggerContextVO() {
        return event.getLoggerContextVO();
    }

    @Override
    public StackTraceElement[] getCallerData() {
        return event.getCallerData();
    }

    @Override
    public boolean hasCallerData() {
        return event.hasCallerData();
    }

    @Override
    public @Nullable List<Marker> getMarkerList() {
        return event.getMarkerList();
    }

    @Override
    public long getTimeStamp() {
        return event.getTimeStamp();
    }

    @Override
    public int getNanoseconds() {
        return event.getNanoseconds();
    }

    @Override
    public Instant getInstant() {
        return event.getInstant();
    }

    @Override
    public long getSequenceNumber() {
        return event.getSequenceNumber();
    }

    @Override
    public void prepareForDeferredProcessing() {
        event.prepareForDeferredProcessing();
    }

    private String escaped(@Nullable String text) {
        if (text == null) {
            return "";
        }
        return OF_SEVERAL_LINES.contains(event.getLoggerName()) ? OneLine.escapedLines(text) : OneLine.escaped(text);
    }
}
