package com.example.backoffice;

import java.time.LocalDate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Pages of its own, one of them where the standalone service of bulk-action has another. */
@RestController
class ClientController {

    record Client(String clientName, LocalDate knownSince) {}

    @GetMapping("/clients/{name}")
    Client client(@PathVariable String name) {
        if (name.equals("nobody")) {
            throw new IllegalArgumentException("there is no such client");
        }
        return new Client(name, LocalDate.of(2020, 2, 29));
    }

    @GetMapping("/admin/queues")
    String waitingRoom() {
        return "two clients are waiting";
    }

    @GetMapping("/opening-hours")
    String openingHours() {
        return "9 to 5";
    }
}
