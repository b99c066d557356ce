package com.example.demo;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import org.springframework.stereotype.Component;

/** Sends one letter. */
@Component
class Letters implements JobProcessor {

    @Override
    public String type() {
        return "LETTER";
    }

    @Override
    public JobResult process(Job job) {
        return JobResult.success();
    }
}
