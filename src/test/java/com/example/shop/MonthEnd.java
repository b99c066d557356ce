package com.example.shop;

import io.bulkaction.group.GroupResult;
import io.bulkaction.submit.BulkActionRequest;
import io.bulkaction.submit.BulkActionService;
import io.bulkaction.submit.JobRequest;
import io.bulkaction.submit.Submission;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;

/** Asks for the invoices of a month. The stream is sent as it is read: a million orders need no memory. */
@Service
public class MonthEnd {

    public record Order(String id, long cents) {}

    /** This module's own word for the payload; the processor has another, and JSON is all they share. */
    private record InvoiceFor(String orderId, long cents) {}

    private final BulkActionService bulkActions;

    MonthEnd(BulkActionService bulkActions) {
        this.bulkActions = bulkActions;
    }

    /** May be called again after a crash: the ids are made from the orders, and an id counts once. */
    public Submission invoice(String month, Stream<Order> orders) {
        return bulkActions.submit(BulkActionRequest.to("default", "invoices-" + month)
                .processor("MAKE_INVOICE")
                .jobs(orders.map(order -> JobRequest.of(
                        "invoice-" + order.id(), new InvoiceFor(order.id(), order.cents()))))
                .build());
    }

    /** Empty until all invoices of the month are made. */
    public Optional<GroupResult> result(String month) {
        return bulkActions.result("default", "invoices-" + month);
    }
}
