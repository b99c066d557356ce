package com.example.shop;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Orders that somebody has to remind the customer of. */
@Component
class UnpaidOrders {

    private final List<Order> orders = new CopyOnWriteArrayList<>();

    void add(Order order) {
        orders.add(order);
    }

    Stream<Order> at(Instant time) {
        return orders.stream();
    }
}
