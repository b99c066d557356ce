package io.bulkaction.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Keeps libraries from writing what they transport: whatever level the operator has set, these loggers say nothing below INFO,
 * where they would repeat bodies, headers and replies, and with them payloads, passwords and tokens. In a filter and not by
 * their levels, because a level can be set by a configuration file, by a setting, and while the service runs.
 */
public final class LogSecrecy implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    /** Beginnings of names of loggers. */
    private static final List<String> TALKATIVE = List.of(
            // calls to the outside, byte by byte, with the Authorization header
            "org.apache.hc.client5.http.wire",
            "org.apache.hc.client5.http.headers",
            "org.apache.hc.client5.http.impl",
            "org.apache.hc.core5.http",
            // requests as they arrive, and forms, with the password of a login
            "org.apache.coyote.",
            "org.apache.tomcat.util.http.",
            // what a call takes and returns, as text: payloads, and a token that was just made
            "org.springframework.web.method.support.",
            "org.springframework.web.servlet.mvc.method.annotation.",
            "org.springframework.http.converter.",
            "org.springframework.web.HttpLogging",
            // what an identity provider is asked and answers
            "org.springframework.web.client.",
            // what Redis is sent and answers, in which payloads are
            "io.lettuce.core.protocol.",
            "io.netty.handler.logging.");

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

    public static void apply(LoggerContext context) {
        boolean isThere = context.getTurboFilterList().stream().anyMatch(Quiet.class::isInstance);
        if (!isThere) {
            Quiet quiet = new Quiet();
            quiet.setContext(context);
            quiet.start();
            context.addTurboFilter(quiet);
        }
    }

    private static final class Quiet extends TurboFilter {

        @Override
        public FilterReply decide(
                @Nullable Marker marker, Logger logger, Level level, @Nullable String format,
                Object @Nullable [] arguments, @Nullable Throwable thrown) {
            return level.isGreaterOrEqual(Level.INFO) || TALKATIVE.stream().noneMatch(logger.getName()::startsWith)
                    ? FilterReply.NEUTRAL
                    : FilterReply.DENY;
        }
    }
}
