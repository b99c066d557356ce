package io.bulkaction.web.submit;

import io.bulkaction.operate.Audit;
import io.bulkaction.submit.BulkActionRequest;
import io.bulkaction.submit.BulkActionService;
import io.bulkaction.submit.BulkActionStream;
import io.bulkaction.submit.Submission;
import io.bulkaction.web.security.CurrentUser;
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
    private final Audit audit;

    SubmitController(
            BulkActionService bulkActions, SubmitGate gate, JobDocument document, JobLines lines, Audit audit) {
        this.bulkActions = bulkActions;
        this.gate = gate;
        this.document = document;
        this.lines = lines;
        this.audit = audit;
    }

    /** All jobs are read and checked before the first is written. */
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    SubmitResponse submit(HttpServletRequest http) throws IOException {
        return SubmitResponse.of(gate.document(CurrentUser.name(), () -> {
            BulkActionRequest request = document.read(new ServletServerHttpRequest(http));
            Submission submission = bulkActions.submitNow(request);
            noteChanges(request.target(), submission.changes(), http);
            return submission;
        }));
    }

    /** One job a line, written as they arrive; a broken line is named and what came before it stays accepted. */
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_NDJSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    SubmitResponse submitLines(@ModelAttribute @Valid SubmitTarget parameters, InputStream body,
            HttpServletRequest http)
            throws IOException {
        SubmitTarget.requireKnown(http.getParameterMap());
        BulkActionRequest.Target target = parameters.builder().target();
        return SubmitResponse.of(gate.stream(CurrentUser.name(), () -> {
            BulkActionStream stream = bulkActions.open(target);
            try {
                return lines.send(body, stream, parameters.isSealed());
            } finally {
                noteChanges(target, stream.changes(), http);
            }
        }));
    }

    /** Jobs are not in the audit trail; who gave a group other limits, another level or another callback is. */
    private void noteChanges(BulkActionRequest.Target target, String changes, HttpServletRequest http) {
        if (!changes.isEmpty()) {
            audit.note(
                    target.queue(), SubmitterActor.of(http), "submit", target.group().value(), Audit.Outcome.DONE,
                    changes);
        }
    }
}
