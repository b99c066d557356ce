package com.example.shop;

/** This module's own word for the payload; the processor has another, and JSON is all they share. */
public record Order(String orderId, long cents) {

    static Order parse(String line) {
        String[] part = line.split(";");
        return new Order(part[0], Long.parseLong(part[1]));
    }
}
