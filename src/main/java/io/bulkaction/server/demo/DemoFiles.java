package io.bulkaction.server.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.support.EnvironmentPostProcessorApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.Profiles;
import org.springframework.util.FileSystemUtils;

/**
 * Gives the demo a directory of its own for its Redis, its staging and its NAS, and deletes it at the end. These
 * settings override all others: a demo never touches a configured Redis or NAS, and each one starts empty.
 */
public final class DemoFiles implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    static final String PROFILE = "demo";
    static final String ENABLED = "bulk-action.demo.enabled";

    /** The file that is missing, so that its job fails for good. */
    static final int MISSING_REPORT = 3;

    static final int REPORTS = 5;

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        ConfigurableEnvironment environment = event.getEnvironment();
        if (environment.acceptsProfiles(Profiles.of(PROFILE))) {
            Path home = create();
            // why these handlers: they run after every bean is closed, Redis included
            SpringApplication.getShutdownHandlers().add(() -> FileSystemUtils.deleteRecursively(home.toFile()));
            environment.getPropertySources().addFirst(new MapPropertySource("bulk-action demo files", Map.of(
                    "bulk-action.embedded-redis.data-dir", home.resolve("redis").toString(),
                    "bulk-action.processors.nas-sync.staging-root", home.resolve("staging").toString(),
                    "bulk-action.processors.nas-sync.nas-root", home.resolve("nas").toString())));
        }
    }

    /** Right after Boot has read all settings: only then is it known which profiles are active. */
    @Override
    public int getOrder() {
        return EnvironmentPostProcessorApplicationListener.DEFAULT_ORDER + 1;
    }

    private static Path create() {
        try {
            Path home = Files.createTempDirectory("bulk-action-demo-").toRealPath();
            Files.createDirectory(home.resolve("nas"));
            Path staging = Files.createDirectory(home.resolve("staging"));
            for (int number = 1; number <= REPORTS; number++) {
                if (number != MISSING_REPORT) {
                    Files.writeString(staging.resolve(Cast.report(number)), "Report " + number + "\n");
                }
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException("No directory for the demo", e);
        }
    }
}
