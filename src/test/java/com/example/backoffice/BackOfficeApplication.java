package com.example.backoffice;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application. */
@SpringBootApplication
public class BackOfficeApplication {

    public static void main(String[] args) {
        SpringApplication.run(BackOfficeApplication.class, args);
    }

    /** Sends reminders; those to nobody fail. */
    @Bean
    JobProcessor reminders() {
        return new JobProcessor() {
            @Override
            public String type() {
                return "REMIND";
            }

            @Override
            public JobResult process(Job job) {
                return job.payload().contains("client_name")
                        ? JobResult.success()
                        : JobResult.failure("NO_CLIENT", "a reminder to nobody", false);
            }
        };
    }
}
