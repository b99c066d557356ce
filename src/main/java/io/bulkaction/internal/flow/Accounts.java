package io.bulkaction.internal.flow;

import io.bulkaction.QuotaExceededException;
import io.bulkaction.QuotaExceededException.Kind;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The quotas of accounts over all queues, their partitions and all instances. What is to be added is reserved first, in one place
 * for the account, and settled afterwards; what ends is counted where it ends (lib/account). Those books are only read when a
 * reservation would be refused without them, so they cost nothing while there is room.
 */
public final class Accounts {

    /** Longer than an enqueue may take, and how long what a dead process has reserved is missing at most. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final Duration HOLD = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int TRIES = 3_000;
    private static final int TRIES_FOR_A_GROUP = 100;
    private static final int TRIES_TO_BALANCE = 25;
    private static final Duration BALANCE_EVERY = Duration.ofMinutes(1);

    /** Jobs have to end first, and nobody knows when. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final String keyPrefix;
    private final Function<String, RedisQueue> places;
    private final Map<String, Long> balanced = new ConcurrentHashMap<>();
    private final PaidRuns paid = new PaidRuns();
    private final AccountBooks books;

    public Accounts(Queues queues, String keyPrefix) {
        this.keyPrefix = keyPrefix;
        RedisQueue any = queues.all().iterator().next().home().redis();
        this.places = account -> placeOf(account, any);
        this.books = new AccountBooks(queues, places);
    }

    private RedisQueue placeOf(String account, RedisQueue any) {
        return any.with(Keys.ofAccount(keyPrefix, any.name(), account));
    }

    /**
     * @param quota null = as its own submits have said last
     * @throws QuotaExceededException if there is not enough left
     */
    public Reservation reserve(String account, @Nullable Quota quota, Reservation.Amount wanted, boolean isSubmit) {
        balanceNowAndThen(account);
        RedisQueue place = places.apply(account);
        Map<String, String> totals = Map.of();
        boolean balanced = false;
        for (int tries = 0;; tries++) {
            String id = UUID.randomUUID().toString();
            Reply reply = reserve(place, id, quota, wanted, isSubmit, totals);
            if (reply.text("answer").equals("granted")) {
                return new Reservation(this, account, id, wanted, reply.number("add_by"));
            }
            if (reply.text("kind").equals("submits") || tries == TRIES) {
                throw exceeded(reply);
            }
            if (reply.text("answer").equals("busy")) {
                LockSupport.parkNanos(PAUSE.toNanos());
            } else if (totals.isEmpty()) {
                totals = books.totals(account);
            } else if (!balanced && reply.count("forgotten") > 0) {
                balanced = true;
                balance(account);
            } else if (reply.flag("may_clear") && tries < TRIES_FOR_A_GROUP) {
                LockSupport.parkNanos(PAUSE.toNanos());
            } else {
                throw exceeded(reply);
            }
        }
    }

    private static Reply reserve(
            RedisQueue place, String id, @Nullable Quota quota, Reservation.Amount wanted, boolean isSubmit,
            Map<String, String> totals) {
        Args args = new Args(8 + 2 * totals.size())
                .add(id)
                .add(wanted.jobs())
                .add(wanted.bytes())
                .add(wanted.groups())
                .add(isSubmit)
                .add(quota == null ? "" : quota.text())
                .add(LEASE)
                .add(place.now());
        totals.forEach((partition, text) -> args.add(partition).add(text));
        return place.call(Script.RESERVE, args, place.keys().quota(), place.keys().reservations());
    }

    private static QuotaExceededException exceeded(Reply reply) {
        Kind kind = reply.text("kind").isEmpty() ? Kind.SUBMITS
                : Kind.valueOf(reply.text("kind").toUpperCase(Locale.ROOT));
        Duration wait = Duration.ofMillis(reply.number("wait_ms"));
        return new QuotaExceededException(
                kind, reply.text("used"), reply.text("allowed"), wait.isZero() ? RETRY_AFTER : wait);
    }

    /** Runs that count for an account already, so that more jobs need no group of its quota. */
    public PaidRuns paid() {
        return paid;
    }

    /** Does not wait: if the answer gets lost, the lease ends by itself. */
    CompletableFuture<Boolean> settle(
            String account, String reservation, Reservation.Amount used, @Nullable String partition, String totals) {
        return settle(places.apply(account), reservation, used, partition, totals);
    }

    private static CompletableFuture<Boolean> settle(
            RedisQueue place, String reservation, Reservation.Amount used, @Nullable String partition, String totals) {
        Args args = new Args(6).add(reservation).add(used.jobs()).add(used.bytes()).add(used.groups());
        if (partition != null && !totals.isEmpty()) {
            args.add(partition).add(totals);
        }
        return place.callLater(Script.SETTLE, args, place.keys().quota(), place.keys().reservations())
                .thenApply(reply -> reply.flag("settled"));
    }

    /** Before the first reservation, and once a minute: dead letters that people retry come without one. */
    private void balanceNowAndThen(String account) {
        long now = System.nanoTime();
        Long last = balanced.get(account);
        if (last == null || now - last > BALANCE_EVERY.toNanos()) {
            balanced.put(account, now);
            balance(account);
        }
    }

    /**
     * Makes good what was reserved by processes that died, and what was retried by a person without a reservation.
     *
     * @return jobs by which the account had been counted wrong; null if somebody else kept it busy for too long
     */
    public @Nullable Long balance(String account) {
        RedisQueue place = places.apply(account);
        for (int tries = 0; tries < TRIES_TO_BALANCE; tries++) {
            byte[] made = place.read(commands -> commands.hget(place.keys().quota(), Utf8.bytes("made")));
            Map<String, String> totals = books.totals(account);
            Args args = new Args(4 + 2 * totals.size())
                    .add(made == null ? "0" : Utf8.text(made))
                    // why not at once: a moment without reservations often comes by itself; why not at last: whoever
                    // gives up must not keep others waiting
                    .add(tries < 5 || tries == TRIES_TO_BALANCE - 1 ? Duration.ZERO : HOLD)
                    .add(LEASE)
                    .add(place.now());
            totals.forEach((partition, text) -> args.add(partition).add(text));
            Reply reply = place.call(Script.BALANCE, args, place.keys().quota(), place.keys().reservations());
            if (reply.text("answer").equals("balanced")) {
                return reply.number("corrected");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return null;
    }

    /** What it has now, as the books say, and what it may have. */
    public AccountUse use(String account) {
        return uses(List.of(account)).getFirst();
    }

    /** The same of many, which are read together. */
    public List<AccountUse> uses(Collection<String> accounts) {
        return books.uses(accounts);
    }

    /** Whoever has ever had jobs under a quota. */
    public Set<String> known() {
        return books.known();
    }

    /**
     * Tells the quotas of all accounts what their books in a partition say last, before nobody asks there any more. Otherwise
     * what has ended there would count as unfinished for ever.
     */
    public void close(RedisQueue partition) {
        Reservation.Amount nothing = new Reservation.Amount(0, 0, 0);
        for (byte[] account : partition.read(commands -> commands.smembers(partition.keys().accounts()))) {
            String name = Utf8.text(account);
            // why so: settling takes in what the book says, also where there is nothing to settle
            partition.await(settle(placeOf(name, partition), "", nothing, partition.keys().prefix(),
                    AccountBooks.totals(partition, name)));
        }
    }
}
