package com.example.shop;

import io.bulkaction.JobRequest;
import io.bulkaction.spi.JobSource;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

// @start region=source :
@Component
class DueInvoices implements JobSource {

    private final UnpaidOrders orders;

    DueInvoices(UnpaidOrders orders) {
        this.orders = orders;
    }

    @Override
    public String name() {
        return "due-invoices";
    }

    @Override
    public Stream<JobRequest> jobs(Tick tick) {
        return orders.at(tick.at()).map(order -> JobRequest.of("invoice-" + order.orderId(), order));
    }
}
// @end
