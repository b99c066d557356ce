package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.BulkActionStream;
import io.bulkaction.Submission;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ChecksScope;
import io.bulkaction.internal.web.problem.ProblemCodes;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Submits over HTTP: a JSON document for thousands of jobs, a stream of lines for millions. */
@RestController
final class SubmitController {

    private final BulkActionService bulkActions;
    private final SubmitGate gate;
    private final SubmitDocumentReader documents;
    private final SubmitLinesReader lines;
    private final Audit audit;
    private final ProblemCodes codes;
    private final Callers callers;

    SubmitController(
            BulkActionService bulkActions, SubmitGate gate, SubmitDocumentReader documents, SubmitLinesReader lines,
            Audit audit, ProblemCodes codes, Callers callers) {
        this.bulkActions = bulkActions;
        this.gate = gate;
        this.documents = documents;
        this.lines = lines;
        this.audit = audit;
        this.codes = codes;
        this.callers = callers;
    }

    /** All jobs are read and checked before the first is written. */
    @ChecksScope
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    SubmitResponse submit(HttpServletRequest http, Actor actor) throws IOException {
        SubmitTarget.requireNone(http.getParameterMap());
        return SubmitResponse.of(gate.document(actor.name(), () -> {
            BulkActionRequest request = documents.read(new ServletServerHttpRequest(http));
            callers.requireSubmit(request.target());
            Submission submission = callers.submitter().call(() -> bulkActions.submitNow(request));
            noteChanges(request.target(), submission.changes(), actor);
            return submission;
        }));
    }

    /** One job per line, written as the lines arrive; the answer names a bad line, and those before it stay accepted. */
    @ChecksScope
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_NDJSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    SubmitResponse submitLines(
            @ModelAttribute @Valid SubmitTarget parameters, InputStream body, HttpServletRequest http, Actor actor)
            throws IOException {
        SubmitTarget.requireKnown(http.getParameterMap());
        BulkActionRequest.Target target = parameters.builder().target();
        callers.requireSubmit(target);
        return SubmitResponse.of(gate.stream(actor.name(), () -> {
            BulkActionStream stream = callers.submitter().call(() -> bulkActions.open(target));
            try {
                return lines.readInto(stream, body, parameters.isSealed(), callers.recheck());
            } finally {
                noteChanges(target, stream.closeUnsealed().changes(), actor);
            }
        }));
    }

    /**
     * The same without a groupId for all: each line names its own. All lines are checked before the first is written. If
     * some groups are refused then, the answer says which.
     */
    @ChecksScope
    @PostMapping(path = "/api/bulk-actions", consumes = MediaType.APPLICATION_NDJSON_VALUE, params = "!groupId")
    ResponseEntity<SubmitAllResponse> submitGroups(
            @ModelAttribute @Valid SubmitTarget parameters, InputStream body, HttpServletRequest http, Actor actor)
            throws IOException {
        SubmitTarget.requireKnown(http.getParameterMap());
        List<SubmitOutcome> outcomes = gate.document(actor.name(), () -> {
            List<BulkActionRequest> requests = lines.readGroups(parameters, body);
            requests.forEach(request -> callers.requireSubmit(request.target()));
            List<SubmitOutcome> done = callers.submitter().call(() -> bulkActions.submitAll(requests));
            for (int i = 0; i < done.size(); i++) {
                noteChanges(requests.get(i).target(), done.get(i).submission().changes(), actor);
            }
            return done;
        });
        SubmitAllResponse answer = SubmitAllResponse.of(outcomes, codes::of);
        if (answer.isRefusedAsAWhole()) {
            throw Objects.requireNonNull(outcomes.getFirst().refusal());
        }
        return ResponseEntity.status(answer.refused().isEmpty() ? HttpStatus.ACCEPTED : HttpStatus.MULTI_STATUS)
                .body(answer);
    }

    /** The audit trail has no jobs, but who changed the limits, the level or the callback of a group. */
    private void noteChanges(BulkActionRequest.Target target, String changes, Actor actor) {
        if (!changes.isEmpty()) {
            audit.note(
                    target.queue(), actor, "submit", target.group().value(), Audit.Outcome.DONE, changes);
        }
    }
}
