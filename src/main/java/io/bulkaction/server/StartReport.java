package io.bulkaction.server;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.ServerInfo;
import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.server.web.PageAddress;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** What you need to know right after start: where Redis is, which queues run, where the dashboard is. */
final class StartReport implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger(StartReport.class);

    private final BulkActionSettings settings;
    private final RedisAccess redis;
    private final ObjectProvider<EmbeddedRedis> embedded;
    private final ObjectProvider<BuildProperties> build;

    StartReport(
            BulkActionSettings settings,
            RedisAccess redis,
            ObjectProvider<EmbeddedRedis> embedded,
            ObjectProvider<BuildProperties> build) {
        this.settings = settings;
        this.redis = redis;
        this.embedded = embedded;
        this.build = build;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        BuildProperties version = build.getIfAvailable();
        StringBuilder report = new StringBuilder("bulk-action")
                .append(version == null ? "" : " " + version.getVersion())
                .append(" is ready");
        line(report, "Redis", redis());
        settings.allQueues().forEach((name, queue) -> line(report, "Queue", name + ": " + summary(queue)));
        if (!settings.engine().enabled()) {
            line(report, "Engine", "off; this instance only submits (bulk-action.engine.enabled)");
        }
        Environment environment = event.getApplicationContext().getEnvironment();
        PageAddress.of(environment).ifPresent(address -> line(report, "Dashboard", address));
        log.info("{}", report);
    }

    private String redis() {
        EmbeddedRedis own = embedded.getIfAvailable();
        return own != null
                ? "embedded, " + products() + ", at " + own.host() + ":" + own.port() + ", data in " + own.dataDir()
                : redis.location() + ", " + products();
    }

    /** In a cluster that is being upgraded, several. */
    private String products() {
        try {
            return ServerInfo.of(redis, "server").stream()
                    .map(ServerInfo::product)
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
        } catch (RuntimeException e) {
            // why: the checks have reported it already, and a report must not stop a running service
            return "version unknown";
        }
    }

    private static String summary(QueueSettings queue) {
        QueueSettings.WorkerPool pool = queue.workerPool();
        StringBuilder text = new StringBuilder(pool.workerCount() + (pool.workerCount() == 1 ? " worker" : " workers"))
                .append(String.format(Locale.ROOT, ", at most %,.0f jobs/s", queue.backpressure().globalRps()))
                .append(", ").append(queue.retry().maxRetries()).append(" retries");
        if (pool.maxConcurrency() > 0) {
            text.append(", at most ").append(pool.maxConcurrency()).append(" at a time");
        }
        if (pool.ordered()) {
            text.append(", ordered");
        }
        return text.append(", on final failure ").append(queue.onFinalFailure().name().toLowerCase(Locale.ROOT))
                .toString();
    }

    private static void line(StringBuilder report, String name, String text) {
        report.append(String.format(Locale.ROOT, "%n    %-10s %s", name, text));
    }
}
