package io.bulkaction.server.web.security;

import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.Memo;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Shows Prometheus what accounts with a quota have, and may have. */
@Component
final class QuotaMeters {

    private static final Duration FRESH = Duration.ofSeconds(5);

    QuotaMeters(Accounts accounts, SecuritySettings settings, BulkActionMetrics metrics) {
        settings.quotas().forEach((name, quota) -> show(OneLine.of(name), quota, accounts, metrics));
    }

    private static void show(String account, Quota quota, Accounts accounts, BulkActionMetrics metrics) {
        Memo<AccountUse> use = new Memo<>(() -> accounts.use(account), FRESH);
        show(account, "jobs", quota.jobs(), use, AccountUse::jobs, metrics);
        show(account, "bytes", quota.bytes(), use, AccountUse::bytes, metrics);
        show(account, "groups", quota.groups(), use, AccountUse::groups, metrics);
    }

    private static void show(
            String account, String kind, @Nullable Long allowed, Memo<AccountUse> use, Function<AccountUse, Long> of,
            BulkActionMetrics metrics) {
        if (allowed != null) {
            metrics.quota(account, kind, () -> {
                AccountUse now = use.get();
                return now == null ? null : of.apply(now);
            }, allowed);
        }
    }
}
