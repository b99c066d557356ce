package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionStream;
import io.bulkaction.JobRequest;
import io.bulkaction.Submission;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds to a {@link Sender}, which sends in chunks. */
final class SenderStream implements BulkActionStream {

    private final Sender sender;
    private final JobWriter writer;
    private final Map<String, String> metadata;
    private @Nullable Submission closed;
    private boolean empty = true;

    SenderStream(Sender sender, JobWriter writer, Map<String, String> metadata) {
        this.sender = sender;
        this.writer = writer;
        this.metadata = metadata;
    }

    @Override
    public BulkActionStream add(JobRequest job) {
        if (closed != null) {
            throw new IllegalStateException("this stream is closed");
        }
        sender.add(writer.write(job, metadata));
        empty = false;
        return this;
    }

    @Override
    public Submission flush() {
        sender.flush();
        return sender.submission();
    }

    @Override
    public Submission closeUnsealed() {
        if (closed == null) {
            closed = flush();
        }
        return closed;
    }

    @Override
    public Submission closeSealed() {
        if (closed == null) {
            if (!empty) {
                sender.seal();
            }
            closed = sender.submission();
        }
        return closed;
    }

    @Override
    public void close() {
        closeSealed();
    }
}
