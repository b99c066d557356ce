package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.TenantId;
import java.util.List;

/**
 * What a search found, in the order of the letters.
 *
 * @param groups whose id begins with the text
 * @param labelled groups with a label that begins with it
 * @param more whether there is more than what a search shows
 */
public record SearchHits(List<GroupId> groups, List<TenantId> tenants, List<Labelled> labelled, boolean more) {

    public record Labelled(String label, GroupId group) {}
}
