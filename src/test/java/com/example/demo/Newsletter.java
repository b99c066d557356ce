package com.example.demo;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import java.util.List;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Sends a letter to every address that it is given. */
@RestController
class Newsletter {

    record Letter(String address) {}

    private final BulkActionService bulkActions;

    Newsletter(BulkActionService bulkActions) {
        this.bulkActions = bulkActions;
    }

    @PostMapping("/newsletters/{name}")
    long send(@PathVariable String name, @RequestBody List<String> addresses) {
        return bulkActions.submit(BulkActionRequest.to("default", name)
                .processor("LETTER")
                .jobs(addresses.stream().map(address -> JobRequest.of(address, new Letter(address))))
                .build()).accepted();
    }
}
