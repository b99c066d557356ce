package io.bulkaction.group;

/**
 * What a cancellation did.
 *
 * @param cancelled jobs of the run that will not run any more
 * @param running jobs that are being interrupted; the run ends with the last of them
 */
public record Cancellation(long cancelled, long running) {}
