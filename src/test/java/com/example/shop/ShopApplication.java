package com.example.shop;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Has bulk-action on its class path, but no workers: it submits, and asks what became of its jobs. */
@SpringBootApplication
public class ShopApplication {

    public static void main(String[] args) {
        SpringApplication shop = new SpringApplication(ShopApplication.class);
        shop.setDefaultProperties(Map.of("bulk-action.engine.enabled", "false"));
        shop.run(args);
    }
}
