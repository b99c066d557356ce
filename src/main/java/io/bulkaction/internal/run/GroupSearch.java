package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Finds groups and tenants by how their id begins, and groups by their labels, over all partitions. */
final class GroupSearch {

    private final Queue queue;

    GroupSearch(Queue queue) {
        this.queue = queue;
    }

    SearchHits find(String text, int limit) {
        List<CompletableFuture<Reply>> asked = queue.redis().stream().map(redis -> ask(redis, text, limit)).toList();
        List<Reply> rows =
                asked.stream().map(queue.home().redis()::await).flatMap(reply -> reply.rows().stream()).toList();
        List<String> groups = ids(rows, "group");
        List<String> tenants = ids(rows, "tenant");
        List<SearchHits.Labelled> labelled = rows.stream()
                .filter(row -> row.text("kind").equals("label"))
                .map(row -> new SearchHits.Labelled(row.text("label"), new GroupId(row.text("id"))))
                .sorted(Comparator.comparing(SearchHits.Labelled::label).thenComparing(hit -> hit.group().value()))
                .toList();
        return new SearchHits(
                groups.stream().limit(limit).map(GroupId::new).toList(),
                tenants.stream().limit(limit).map(TenantId::new).toList(),
                labelled.stream().limit(limit).toList(),
                Math.max(groups.size(), Math.max(tenants.size(), labelled.size())) > limit);
    }

    private static CompletableFuture<Reply> ask(RedisQueue redis, String text, int limit) {
        return redis.callLater(
                Script.SEARCH, new Args(2).add(text).add(limit), redis.keys().groupNames(), redis.keys().labels());
    }

    private static List<String> ids(List<Reply> rows, String kind) {
        return rows.stream().filter(row -> row.text("kind").equals(kind)).map(row -> row.text("id")).sorted().toList();
    }
}
