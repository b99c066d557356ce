package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.SearchHits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds groups and tenants of a queue by how their ids begin, and groups by their labels. */
@RestController
final class SearchController {

    private final GroupService groups;

    SearchController(GroupService groups) {
        this.groups = groups;
    }

    @GetMapping("/admin/queue/search")
    SearchResponse search(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestParam @Size(min = 1, max = 257) String text,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        SearchHits hits = groups.search(queue, text, limit);
        List<GroupId> all =
                Stream.concat(hits.groups().stream(), hits.labelled().stream().map(SearchHits.Labelled::group))
                        .distinct()
                        .toList();
        Map<GroupId, GroupProgress> known = groups.progress(queue, all).stream()
                .collect(Collectors.toMap(GroupProgress::groupId, Function.identity()));
        return new SearchResponse(
                hits.tenants(),
                hits.groups().stream().filter(known::containsKey).map(group -> Hit.of(known.get(group))).toList(),
                hits.labelled().stream()
                        .filter(hit -> known.containsKey(hit.group()))
                        .map(hit -> new LabelHit(hit.label(), Hit.of(known.get(hit.group()))))
                        .toList(),
                hits.more());
    }

    /** @param more whether there is more than the limit of one of the kinds */
    record SearchResponse(List<TenantId> tenants, List<Hit> groups, List<LabelHit> labels, boolean more) {}

    record LabelHit(String label, Hit group) {}

    record Hit(GroupId groupId, GroupStatus status, long totalJobs, long doneJobs, Map<String, String> labels) {

        static Hit of(GroupProgress group) {
            return new Hit(group.groupId(), group.status(), group.totalJobs(), group.doneJobs(), group.labels());
        }
    }
}
