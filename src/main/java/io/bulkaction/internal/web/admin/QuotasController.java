package io.bulkaction.internal.web.admin;

import io.bulkaction.internal.flow.AccountUse;
import io.bulkaction.internal.web.access.AccountUses;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How much of its quota each account uses. */
@RestController
final class QuotasController {

    private final AccountUses accounts;

    QuotasController(AccountUses accounts) {
        this.accounts = accounts;
    }

    @GetMapping("/admin/quotas")
    QuotasResponse quotas() {
        return new QuotasResponse(accounts.all());
    }

    record QuotasResponse(List<AccountUse> items) {}
}
