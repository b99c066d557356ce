package com.example.shop;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class ShopApplication {

    public static void main(String[] args) {
        SpringApplication shop = new SpringApplication(ShopApplication.class);
        shop.setDefaultProperties(Map.of("bulk-action.engine.enabled", "false"));
        shop.run(args);
    }
}
