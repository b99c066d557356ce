package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.internal.settings.QueueSettings.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** How much of the current window is used. The tokens themselves are taken by the scripts, in {@code lua/lib/window.lua}. */
public final class RateLimiter {

    /** Where a ledger counts the tokens: more than Redis can start, and few enough that a script can count them exactly. */
    private static final double UNLIMITED_PER_SECOND = 1_000_000;

    /** In one call: each may have a tenant with many groups. */
    private static final int MAX_GROUPS = 20;

    private final Queue queue;
    private final QueueSettings.Backpressure settings;

    RateLimiter(Queue queue) {
        this.queue = queue;
        this.settings = queue.settings().backpressure();
    }

    /** A window's worth of tokens; where it is no whole number, some windows have one more than others. */
    static double perWindow(QueueSettings.Backpressure settings) {
        return settings.globalRps() * settings.rateLimitWindow().toMillis() / 1000.0;
    }

    /** What every script of a partition that plans or takes tokens must know; where shares are strict, weights too. */
    static String text(QueueSettings settings) {
        QueueSettings.Backpressure pressure = settings.backpressure();
        Duration window = pressure.rateLimitWindow();
        return settings.hasLedger()
                ? text(UNLIMITED_PER_SECOND * window.toMillis() / 1000.0, window, pressure.rateLimitBurst())
                : text(perWindow(pressure), window, pressure.rateLimitBurst(), pressure.share())
                        + (pressure.share() == Share.STRICT ? weights(settings) : "");
    }

    /** The same for a ledger. */
    static String text(double perWindow, Duration window, Duration burst) {
        return text(perWindow, window, burst, Share.LEND);
    }

    private static String text(double perWindow, Duration window, Duration burst, Share share) {
        return perWindow + " " + window.toMillis() + " " + burst.toMillis() + " " + share.word();
    }

    /** The weights of the settings, a line for each, so that a script finds one without reading the others. */
    static String weights(QueueSettings settings) {
        Map<String, Double> weights = settings.fairQueue().weights();
        StringBuilder lines = new StringBuilder(weights.isEmpty() ? "" : "\n");
        weights.forEach((id, weight) -> lines.append(id).append(' ').append(weight).append('\n'));
        return lines.toString();
    }

    /** A group nobody knows has used nothing and would get the share of one more. */
    public Status status(GroupId group) {
        return statuses(List.of(group)).getFirst();
    }

    /** In the order asked for. All are asked before the first answer is awaited, so a page of groups takes hardly longer. */
    public List<Status> statuses(List<GroupId> groups) {
        RedisQueue home = queue.home().redis();
        long windowMillis = settings.rateLimitWindow().toMillis();
        long now = home.millis();
        long starts = now - now % windowMillis;
        CompletableFuture<Double> rate =
                home.readLater(commands -> commands.hget(home.keys().state(), Utf8.bytes("globalRps")))
                        .thenApply(set -> set == null ? settings.globalRps() : Double.parseDouble(Utf8.text(set)));
        Map<Partition, List<GroupId>> of = new HashMap<>();
        groups.forEach(group -> of.computeIfAbsent(queue.of(group), any -> new ArrayList<>()).add(group));
        List<Asked> asked = queue.partitions().stream()
                .flatMap(partition -> ask(partition, of.getOrDefault(partition, List.of())).stream())
                .toList();
        double all = asked.stream().filter(Asked::isFirst).mapToDouble(Asked::weight).sum();
        String windows = queue.settings().hasLedger() ? queue.ledgers().getFirst().windows()
                : asked.getFirst().reply().text("queue_windows");
        long tokens = quota(starts / windowMillis, home.await(rate) * windowMillis / 1000);
        Window window = new Window(starts, tokens, usedSince(starts, windows));
        Map<GroupId, Status> statuses = new HashMap<>();
        for (Asked some : asked) {
            double part = all > 0 && queue.partitions().size() > 1 ? some.weight() / all : 1;
            for (int i = 0; i < some.groups().size(); i++) {
                statuses.put(some.groups().get(i), status(window, some.reply().rows().get(i), part));
            }
        }
        return groups.stream().map(statuses::get).toList();
    }

    /** The queue's current window. */
    private record Window(long starts, long tokens, long used) {}

    /** @param part how much of the queue the partition is due, by weight */
    private Status status(Window window, Reply row, double part) {
        long windowMillis = settings.rateLimitWindow().toMillis();
        long starts = window.starts();
        long tokens = window.tokens();
        double maxRps = Double.parseDouble(row.text("max_rps"));
        long share = Math.max(1, (long) (tokens * Double.parseDouble(row.text("member_share"))));
        long limit = settings.share() == Share.STRICT ? share : tokens;
        return new Status(
                window.used(),
                tokens,
                usedSince(starts, row.text("windows")),
                maxRps > 0
                        ? Math.min(limit, Math.max(1, quota(starts / windowMillis, maxRps * windowMillis / 1000)))
                        : limit,
                Double.parseDouble(row.text("share")) * part,
                Instant.ofEpochMilli(starts + windowMillis));
    }

    /** @param windows start and use of the last windows in turn */
    private static long usedSince(long start, String windows) {
        String[] words = windows.split(" ");
        long used = 0;
        for (int i = 0; i + 1 < words.length; i += 2) {
            used += Long.parseLong(words[i]) == start ? Long.parseLong(words[i + 1]) : 0;
        }
        return used;
    }

    /** What a partition said about some of its groups; the first also stands for the whole partition. */
    private record Asked(List<GroupId> groups, boolean isFirst, RedisQueue redis, CompletableFuture<Reply> answer) {

        Reply reply() {
            return redis.await(answer);
        }

        double weight() {
            return Double.parseDouble(reply().text("weight"));
        }
    }

    private static List<Asked> ask(Partition partition, List<GroupId> groups) {
        RedisQueue redis = partition.redis();
        List<Asked> asked = new ArrayList<>();
        for (int first = 0; first == 0 || first < groups.size(); first += MAX_GROUPS) {
            List<GroupId> some = groups.subList(first, Math.min(groups.size(), first + MAX_GROUPS));
            Args args = new Args(2 + some.size()).add(redis.keys().prefix()).add(weights(redis.settings()));
            some.forEach(group -> args.add(group.value()));
            asked.add(new Asked(some, first == 0, redis, redis.callLater(Script.WEIGH, args, redis.keys().pace())));
        }
        return asked;
    }

    /** Whole tokens of one window, as the scripts count them. */
    private static long quota(long window, double perWindow) {
        return (long) (Math.floor((window + 1) * perWindow) - Math.floor(window * perWindow));
    }

    /**
     * The current window.
     *
     * @param globalCount tokens taken in it
     * @param groupCount those of the group; only counted for a group with a limit of its own
     * @param groupLimit what the group may use of them: all, its strict share, or its own lower rate, which may be less
     *     than one job in every window
     * @param share the part of the queue, 0 to 1, that is due to the group by its weight and its tenant's, beside all that have
     *     work which may run
     */
    public record Status(
            long globalCount,
            long globalLimit,
            long groupCount,
            long groupLimit,
            double share,
            Instant nextWindow) {}
}
