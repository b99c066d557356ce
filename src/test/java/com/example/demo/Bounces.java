package com.example.demo;

import io.bulkaction.JobFailedEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Learns of mails that cannot be delivered. */
@Component
class Bounces {

    private final List<String> jobs = new CopyOnWriteArrayList<>();

    // @start region=listener :
    @EventListener
    void bounced(JobFailedEvent failed) {
        jobs.add(failed.groupId() + "/" + failed.jobId() + ": " + failed.code());
    }
    // @end

    List<String> jobs() {
        return jobs;
    }
}
