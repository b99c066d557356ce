package io.bulkaction;

/**
 * What {@link BulkActionService#cancel} did.
 *
 * @param changed false when the run was being cancelled already, or had ended
 * @param cancelled jobs of the run that will not run any more
 * @param running jobs that are being interrupted; the run ends with the last of them
 */
public record Cancellation(boolean changed, long cancelled, long running) {}
