package io.bulkaction.web.submit;

import io.bulkaction.submit.BulkActionService;
import jakarta.validation.Valid;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The way in over HTTP: a JSON document for thousands of jobs, a stream of lines for millions. */
@RestController
final class SubmitController {

    private final BulkActionService bulkActions;
    private final JobLines lines;

    SubmitController(BulkActionService bulkActions, JobLines lines) {
        this.bulkActions = bulkActions;
        this.lines = lines;
    }

    /** All jobs are checked before the first is written. */
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    SubmitResponse submit(@RequestBody @Valid SubmitRequest request) {
        return SubmitResponse.of(
                bulkActions.submitNow(request.builder().jobs(request.jobRequests()).build()));
    }

    /** One job a line, written as they arrive; a broken line is named and what came before it stays accepted. */
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_NDJSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    SubmitResponse submitLines(@ModelAttribute @Valid SubmitParameters parameters, InputStream body)
            throws IOException {
        return SubmitResponse.of(
                lines.send(body, bulkActions.open(parameters.builder().target()), parameters.isSealed()));
    }
}
