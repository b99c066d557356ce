package io.bulkaction.internal.web.admin;

import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.logging.OneLine;
import io.bulkaction.internal.web.access.Callers;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How much of its quota each account uses. */
@RestController
final class QuotasController {

    private final Accounts accounts;
    private final Callers callers;

    QuotasController(Accounts accounts, Callers callers) {
        this.accounts = accounts;
        this.callers = callers;
    }

    @GetMapping("/admin/quotas")
    QuotasResponse quotas() {
        return new QuotasResponse(callers.quotas().entrySet().stream()
                .map(each -> accounts.use(OneLine.of(each.getKey())).of(each.getValue()))
                .toList());
    }

    record QuotasResponse(List<AccountUse> items) {}
}
