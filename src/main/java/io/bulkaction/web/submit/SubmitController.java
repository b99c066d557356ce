package io.bulkaction.web.submit;

import io.bulkaction.submit.BulkActionService;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The way in over HTTP: a JSON document for thousands of jobs, a stream of lines for millions. */
@RestController
final class SubmitController {

    private final BulkActionService bulkActions;
    private final SubmitGate gate;
    private final JobDocument document;
    private final JobLines lines;

    SubmitController(BulkActionService bulkActions, SubmitGate gate, JobDocument document, JobLines lines) {
        this.bulkActions = bulkActions;
        this.gate = gate;
        this.document = document;
        this.lines = lines;
    }

    /** All jobs are read and checked before the first is written. */
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    SubmitResponse submit(HttpServletRequest request) throws IOException {
        return SubmitResponse.of(
                gate.pass(() -> bulkActions.submitNow(document.read(new ServletServerHttpRequest(request)))));
    }

    /** One job a line, written as they arrive; a broken line is named and what came before it stays accepted. */
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_NDJSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    SubmitResponse submitLines(@ModelAttribute @Valid SubmitTarget target, InputStream body) throws IOException {
        return SubmitResponse.of(gate.pass(
                () -> lines.send(body, bulkActions.open(target.builder().target()), target.isSealed())));
    }
}
