package io.bulkaction.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogEscapingTest {

    /** A new line that looks like one of ours, a cleared line, a C1 escape, Unicode line ends, a turned direction. */
    private static final String FORGERY = "x\r\nERROR all is lost\u001b[2K\u009b2J\u2028\u2029\u202e\u2066\u0000\ud800";

    private static final String HARMLESS =
            "x\\r\\nERROR all is lost\\u001b[2K\\u009b2J\\u2028\\u2029\\u202e\\u2066\\u0000\\ud800";

    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @BeforeEach
    void writeToMemory() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%level [%X{job}] %m%n%ex{short}");
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(written);
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        LogEscaping.apply(context);
        LogEscaping.apply(context); // a second time changes nothing
    }

    @Test
    void aMessageCannotForgeALine() {
        context.getLogger("any").info("cancelled: {}", FORGERY);

        assertThat(lines()).containsExactly("INFO [] cancelled: " + HARMLESS);
    }

    @Test
    void theMessageOfAnExceptionOfItsCauseAndOfASuppressedOneCannotForgeALine() {
        IllegalStateException thrown = new IllegalStateException(FORGERY, new IllegalArgumentException(FORGERY));
        thrown.addSuppressed(new RuntimeException(FORGERY));

        context.getLogger("any").warn("failed", thrown);

        assertThat(lines()[0]).isEqualTo("WARN [] failed");
        assertThat(lines()[1]).isEqualTo("java.lang.IllegalStateException: " + HARMLESS);
        assertThat(written()).contains("Caused by: java.lang.IllegalArgumentException: " + HARMLESS)
                .doesNotContain("\nERROR").doesNotContain("\u001b");
    }

    @Test
    void whatALineIsMarkedWithCannotForgeALine() {
        context.getMDCAdapter().put("job", "a\nERROR b");
        context.getLogger("any").info("runs");

        assertThat(lines()).containsExactly("INFO [a\\nERROR b] runs");
    }

    @Test
    void aReportOfTheStartKeepsItsLines() {
        context.getLogger("io.bulkaction.server.StartReport").info("{}", "is ready\n    Redis \u001b[31m");

        assertThat(lines()).containsExactly("INFO [] is ready", "    Redis \\u001b[31m");
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    private String[] lines() {
        return written().split("\n");
    }
}
