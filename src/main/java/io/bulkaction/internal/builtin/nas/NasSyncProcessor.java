package io.bulkaction.internal.builtin.nas;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Map;

/** Makes one change on the NAS per job. Every change can be repeated with the same result. */
final class NasSyncProcessor implements JobProcessor {

    private final Root staging;
    private final Root nas;
    private final Upload upload;
    private final Move move;
    private final PayloadReader<NasPayload> payloads = PayloadReader.strict(NasPayload.class);

    NasSyncProcessor(NasSyncSettings settings) {
        staging = new Root(settings.stagingRoot(), "staging", null);
        nas = new Root(settings.nasRoot(), "the NAS", settings.nasMarker());
        upload = new Upload(nas, settings.verify());
        move = new Move(nas);
    }

    @Override
    public String type() {
        return "NAS_SYNC";
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, change -> {
            try {
                return JobResult.success(apply(job, change));
            } catch (NasException e) {
                return JobResult.failure(e.code(), change.operation() + ": " + e.getMessage(), e.isRetryable());
            } catch (ClosedByInterruptException e) {
                Thread.interrupted();
                throw (InterruptedException) new InterruptedException("sync interrupted").initCause(e);
            } catch (IOException e) {
                return JobResult.failure("IO_ERROR", change.operation() + ": " + reason(e), true);
            }
        });
    }

    private Map<String, Object> apply(Job job, NasPayload change) throws NasException, IOException {
        Path target = nas.resolve(change.target());
        return switch (change.operation()) {
            case UPLOAD -> upload.run(job, staging.resolve(change.source()), target, change.expected());
            case MOVE -> move.run(job, nas.resolve(change.source()), target, change.expected());
            case DELETE -> Delete.run(target, change.isRecursive(), change.expected());
            case MKDIR -> {
                nas.makeDirectories(target);
                Durable.directory(target.getParent());
                yield Map.of();
            }
        };
    }

    /** Why it failed, without the paths of this machine. */
    private static String reason(IOException e) {
        String kind = e.getClass().getSimpleName();
        return e instanceof FileSystemException detailed && detailed.getReason() != null
                ? kind + ", " + detailed.getReason()
                : kind;
    }
}
