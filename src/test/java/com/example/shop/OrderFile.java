package com.example.shop;

import io.bulkaction.BulkActionService;
import io.bulkaction.BulkActionStream;
import io.bulkaction.JobRequest;
import io.bulkaction.Submission;
import java.io.BufferedReader;
import java.io.IOException;
import org.springframework.stereotype.Service;

/** Asks for the invoices of a file of orders, a line each: {@code 4711;2500}. */
@Service
public class OrderFile {

    private final BulkActionService bulkActions;

    OrderFile(BulkActionService bulkActions) {
        this.bulkActions = bulkActions;
    }

    /** After an error the run stays open. Send the corrected file again: only what is missing is added. */
    public Submission invoice(String month, BufferedReader file) throws IOException {
        // @start region=stream :
        BulkActionStream stream = bulkActions.open("default", "invoices-" + month, "MAKE_INVOICE");
        for (String line = file.readLine(); line != null; line = file.readLine()) {
            Order order = Order.parse(line);
            stream.add(JobRequest.of("invoice-" + order.orderId(), order));
        }
        return stream.closeSealed();
        // @end
    }
}
