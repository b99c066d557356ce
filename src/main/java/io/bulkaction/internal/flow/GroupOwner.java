package io.bulkaction.internal.flow;

/**
 * Who created a group: a user or an API token. Groups that an application submits from Java have no owner.
 *
 * @param name of the user or API token
 * @param groups patterns of the groups that it was kept to then, with a blank between; empty = all groups
 */
public record GroupOwner(String name, String groups) {}
