package io.bulkaction.internal.web.access;

import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.metrics.Memo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/**
 * What all accounts with a quota have: those that are set up, and whoever else has something now, such as somebody from an
 * identity provider. Read together, and at most every two seconds, however many ask.
 */
@Component
public final class AccountUses {

    static final int MAX_ACCOUNTS = 1_000;
    private static final Duration FRESH = Duration.ofSeconds(2);

    private final Accounts accounts;
    private final Callers callers;
    private final Memo<List<AccountUse>> recent = new Memo<>(this::read, FRESH);

    AccountUses(Accounts accounts, Callers callers) {
        this.accounts = accounts;
        this.callers = callers;
    }

    /** By name; at most a thousand, those that are set up before the others. */
    public List<AccountUse> all() {
        List<AccountUse> known = recent.get();
        return known != null ? known : read(); // says why it cannot be read
    }

    private List<AccountUse> read() {
        Map<String, Quota> configured = new TreeMap<>();
        callers.quotas().forEach((name, quota) -> configured.put(OneLine.of(name), quota));
        List<String> others = accounts.known().stream().filter(name -> !configured.containsKey(name))
                .limit(Math.max(0, MAX_ACCOUNTS - configured.size())).toList();
        Map<String, AccountUse> uses = new TreeMap<>();
        accounts.uses(configured.keySet().stream().limit(MAX_ACCOUNTS).toList())
                .forEach(use -> uses.put(use.account(), use.of(configured.get(use.account()))));
        accounts.uses(others).stream().filter(AccountUse::hasSomething)
                .forEach(use -> uses.put(use.account(), use));
        return List.copyOf(uses.values());
    }
}
