package io.bulkaction;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;

/** The standalone worker service. Sibling modules use the auto-configuration instead and never see the web room. */
@SpringBootConfiguration
@EnableAutoConfiguration
@ComponentScan("io.bulkaction.web")
public class BulkActionApplication {

    public static void main(String[] args) {
        SpringApplication.run(BulkActionApplication.class, args);
    }
}
