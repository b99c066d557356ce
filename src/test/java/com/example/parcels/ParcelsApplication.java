package com.example.parcels;

import io.bulkaction.JobHandler;
import io.bulkaction.JobResult;
import jakarta.validation.Valid;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Its JSON has snake_case everywhere. */
@SpringBootApplication
public class ParcelsApplication {

    public static void main(String[] args) {
        SpringApplication parcels = new SpringApplication(ParcelsApplication.class);
        parcels.setDefaultProperties(Map.of("spring.jackson.property-naming-strategy", "SNAKE_CASE"));
        parcels.run(args);
    }

    @JobHandler("LABEL")
    JobResult label(@Valid Parcel parcel) {
        return JobResult.success(parcel);
    }
}
