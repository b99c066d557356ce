package com.example.parcels;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads payloads with the mapper that writes them. */
// @start region=processor :
@Component
class ParcelProcessor implements JobProcessor {

    private final PayloadReader<Parcel> payloads;

    ParcelProcessor(JsonMapper json) { // the application's own, which also writes what it submits
        this.payloads = PayloadReader.using(json.readerFor(Parcel.class));
    }

    @Override
    public String type() {
        return "SHIP";
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, parcel -> JobResult.success(parcel.homeTown()));
    }
}
// @end
