package io.bulkaction.internal.web.submit;

import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ChecksScope;
import java.util.Objects;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How much of its quota the caller uses. */
@RestController
final class QuotaController {

    private static final Quota NONE = new Quota(null, null, null, null);

    private final Accounts accounts;
    private final Callers callers;

    QuotaController(Accounts accounts, Callers callers) {
        this.accounts = accounts;
        this.callers = callers;
    }

    @ChecksScope
    @GetMapping("/api/quota")
    AccountUse quota() {
        String name = OneLine.of(Objects.requireNonNullElse(callers.name(), ""));
        return accounts.use(name).of(Objects.requireNonNullElse(callers.quota(), NONE));
    }
}
