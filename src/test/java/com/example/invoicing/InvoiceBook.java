package com.example.invoicing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Stands for the database: one invoice per key, however often it is asked for. */
@Component
class InvoiceBook {

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    int numberFor(String key) {
        return numbers.computeIfAbsent(key, _ -> last.incrementAndGet());
    }

    int size() {
        return numbers.size();
    }
}
