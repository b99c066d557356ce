package io.bulkaction.server.web.security;

import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.Memo;
import io.bulkaction.internal.web.access.AccountUses;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Shows Prometheus what accounts with a quota have, and may have. Only where metrics are not open to everybody: accounts are named
 * after customers, and so are groups.
 */
@Component
final class QuotaMeters {

    private static final Duration FRESH = Duration.ofSeconds(5);
    private static final int MAX_METERS = 4_000;

    private final BulkActionMetrics metrics;
    private final Memo<Map<String, AccountUse>> uses;
    private final Set<String> shown = ConcurrentHashMap.newKeySet();

    QuotaMeters(AccountUses accounts, SecuritySettings settings, BulkActionMetrics metrics) {
        this.metrics = metrics;
        this.uses = new Memo<>(
                () -> accounts.all().stream().collect(Collectors.toMap(AccountUse::account, Function.identity())),
                FRESH);
        if (settings.openMetrics()) {
            metrics.hideGroups();
        } else {
            metrics.accounts(this::showAll);
        }
    }

    /** Accounts come and go, so each scrape adds the meters of those that are new; they are in the next one. */
    private long showAll() {
        Map<String, AccountUse> known = uses.get();
        if (known == null) {
            return 0;
        }
        known.values().forEach(this::show);
        return known.size();
    }

    private void show(AccountUse use) {
        String account = use.account();
        show(account, "jobs", AccountUse::jobs, each -> each.allowed().jobs());
        show(account, "bytes", AccountUse::bytes, each -> each.allowed().bytes());
        show(account, "groups", AccountUse::groups, each -> each.allowed().groups());
        if (use.allowed().submitsPerSecond() != null && isNew(account + " submits")) {
            metrics.submits(
                    account, () -> of(account, AccountUse::submits),
                    () -> of(account, each -> each.allowed().submitsPerSecond()));
        }
    }

    private void show(
            String account, String kind, Function<AccountUse, @Nullable Number> used,
            Function<AccountUse, @Nullable Number> allowed) {
        if (of(account, allowed) != null && isNew(account + " " + kind)) {
            metrics.quota(account, kind, () -> of(account, used), () -> of(account, allowed));
        }
    }

    /** Meters stay, so there are so many and no more. */
    private boolean isNew(String meter) {
        return shown.size() < MAX_METERS && shown.add(meter);
    }

    private @Nullable Number of(String account, Function<AccountUse, @Nullable Number> what) {
        Map<String, AccountUse> known = uses.get();
        AccountUse use = known == null ? null : known.get(account);
        return use == null ? null : what.apply(use);
    }
}
