package com.example.shop;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupResult;
import io.bulkaction.JobRequest;
import io.bulkaction.Submission;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;

/** Asks for the invoices of a month. The stream is sent as it is read: a million orders need no memory. */
@Service
public class MonthEnd {

    private final BulkActionService bulkActions;

    MonthEnd(BulkActionService bulkActions) {
        this.bulkActions = bulkActions;
    }

    /** May be called again after a crash: the ids are made from the orders, and an id counts once. */
    public Submission invoice(String month, Stream<Order> orders) {
        // @start region=submit :
        return bulkActions.submit(BulkActionRequest.to("default", "invoices-" + month)
                .processor("MAKE_INVOICE")
                .jobs(orders.map(order -> JobRequest.of("invoice-" + order.orderId(), order)))
                .build());
        // @end
    }

    /** Empty until all invoices of the month are made. */
    public Optional<GroupResult> result(String month) {
        return bulkActions.result("default", "invoices-" + month);
    }
}
