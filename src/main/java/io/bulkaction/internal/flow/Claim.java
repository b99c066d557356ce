package io.bulkaction.internal.flow;

/**
 * Who holds a job: the fence of everything that is said about it.
 *
 * @param id of the call that claimed it; no other call ever has it, so that neither a later attempt nor another job of
 *     the same id can be taken for this one
 */
public record Claim(JobName job, String id) {}
