package io.bulkaction.internal.flow;

import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what the partitions of all queues say of accounts. */
final class AccountBooks {

    private static final List<String> TOTALS =
            List.of("jobs", "bytes", "groups", "endedJobs", "endedBytes", "endedGroups");

    private final Queues queues;
    private final Function<String, RedisQueue> places;

    /** @param places where an account over all partitions is kept */
    AccountBooks(Queues queues, Function<String, RedisQueue> places) {
        this.queues = queues;
        this.places = places;
    }

    /** A look at an account that is under way. */
    private record Read(RedisQueue place, CompletableFuture<List<KeyValue<byte[], byte[]>>> said,
            Map<String, CompletableFuture<Map<byte[], byte[]>>> books) {

        AccountUse use(String account) {
            List<String> texts = place.await(said).stream()
                    .map(field -> field.hasValue() ? Utf8.text(field.getValue()) : "").toList();
            long submits = texts.get(1).isEmpty() ? 0 : Long.parseLong(texts.get(1));
            return AccountUse.of(account, totals().values(), submits, Quota.parse(texts.getFirst()));
        }

        Map<String, String> totals() {
            Map<String, String> totals = new LinkedHashMap<>();
            books.forEach((partition, book) -> totals.put(partition, text(place.await(book))));
            return totals;
        }
    }

    /** What one partition says. */
    static String totals(RedisQueue partition, String account) {
        return text(partition.read(commands -> commands.hgetall(partition.keys().account(account))));
    }

    private static String text(Map<byte[], byte[]> book) {
        Map<String, String> fields = Utf8.texts(book);
        return TOTALS.stream().map(field -> fields.getOrDefault(field, "0")).collect(Collectors.joining(" "));
    }

    /** By partition, as the scripts read them; one read for each. */
    Map<String, String> totals(String account) {
        return read(account).totals();
    }

    List<AccountUse> uses(Collection<String> accounts) {
        Map<String, Read> reads = new LinkedHashMap<>();
        accounts.forEach(account -> reads.put(account, read(account)));
        return reads.entrySet().stream().map(each -> each.getValue().use(each.getKey())).toList();
    }

    private Read read(String account) {
        RedisQueue place = places.apply(account);
        Map<String, CompletableFuture<Map<byte[], byte[]>>> asked = new LinkedHashMap<>();
        partitions().forEach(redis -> asked.put(
                redis.keys().prefix(), redis.readLater(commands -> commands.hgetall(redis.keys().account(account)))));
        return new Read(place, place.readLater(
                commands -> commands.hmget(place.keys().quota(), Utf8.bytes("allowed"), Utf8.bytes("submits"))), asked);
    }

    Set<String> known() {
        RedisQueue any = queues.all().iterator().next().home().redis();
        return partitions()
                .map(redis -> redis.readLater(commands -> commands.smembers(redis.keys().accounts())))
                .toList().stream() // all are asked before the first is waited for
                .flatMap(names -> any.await(names).stream())
                .map(Utf8::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<RedisQueue> partitions() {
        return queues.all().stream().flatMap(queue -> queue.redis().stream());
    }
}
