package io.bulkaction.scenario;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * A process of its own that runs jobs and writes each start and each end into a file: a history that no bug of ours in
 * Redis could change.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
class ChaosInstance {

    private static final long PID = ProcessHandle.current().pid();

    public static void main(String[] args) {
        SpringApplication.run(ChaosInstance.class, args);
    }

    /** The payload is how many milliseconds a job takes, or {@code "halt"}, or {@code "flaky"}: it fails once. */
    @Bean
    JobProcessor chaosProcessor(@Value("${history}") Path history) {
        return new JobProcessor() {
            @Override
            public String type() {
                return "CHAOS";
            }

            @Override
            public JobResult process(Job job) throws IOException {
                // why this clock: a Redis on the same machine has it too
                long now = System.currentTimeMillis();
                write("start " + job.id() + " " + job.attempt() + " " + job.groupId() + " " + now + " " + PID);
                if (job.payload().equals("\"halt\"")) {
                    Runtime.getRuntime().halt(1);
                }
                if (job.payload().equals("\"flaky\"")) {
                    return job.attempt() == 1 ? JobResult.failure("E", "once", true) : JobResult.success();
                }
                LockSupport.parkNanos(Long.parseLong(job.payload()) * 1_000_000);
                write("end " + job.id() + " " + job.attempt());
                return JobResult.success();
            }

            /** One write of one line: whole or not at all, whoever is killed. */
            private void write(String line) throws IOException {
                Files.write(
                        history,
                        (line + "\n").getBytes(StandardCharsets.UTF_8),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            }
        };
    }
}
