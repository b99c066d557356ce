package io.bulkaction.submit;

import org.jspecify.annotations.Nullable;

/** A run that is open for more jobs. For one thread. Closing sends the rest and seals; the run can end only then. */
public final class BulkActionStream implements AutoCloseable {

    private final Sender sender;
    private final JobWriter writer;
    private @Nullable Submission closed;
    private boolean empty = true;

    BulkActionStream(Sender sender, JobWriter writer) {
        this.sender = sender;
        this.writer = writer;
    }

    public BulkActionStream add(JobRequest job) {
        if (closed != null) {
            throw new IllegalStateException("this stream is closed");
        }
        sender.add(writer.write(job));
        empty = false;
        return this;
    }

    /** Sends what was added and waits until it is accepted; the run stays open. */
    public Submission flush() {
        sender.flush();
        return sender.submission();
    }

    /**
     * What was changed so far of the limits, the level, the priority or the callback of a group that was there, in words;
     * empty when nothing. Also of a stream that broke off.
     */
    public String changes() {
        return sender.changes();
    }

    /** Leaves the run open, for another stream to go on with. */
    public Submission closeUnsealed() {
        if (closed == null) {
            closed = flush();
        }
        return closed;
    }

    /** Sends the rest and seals. */
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
