package com.example.invoicing;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import java.io.IOException;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Has an invoice printed by somebody else: what they answer decides what becomes of the job. */
@Component
class PrintProcessor implements JobProcessor {

    private final PrintShop printShop;

    PrintProcessor(PrintShop printShop) {
        this.printShop = printShop;
    }

    @Override
    public String type() {
        return "PRINT_INVOICE";
    }

    // @start region=result :
    @Override
    public JobResult process(Job job) throws IOException {
        PrintShop.Answer answer = printShop.print(job.idempotencyKey(), job.payload());
        return switch (answer.status()) {
            case 200 -> JobResult.success(Map.of("ticket", answer.ticket()));
            case 429 -> JobResult.throttled(answer.retryAfter());
            case 400 -> JobResult.permanent("NOT_PRINTABLE", "The print shop refuses the letter");
            default -> JobResult.failure("PRINT_SHOP_" + answer.status(), "The print shop is out of order", true);
        };
    }
    // @end
}
