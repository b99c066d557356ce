package io.bulkaction;

import io.bulkaction.demo.DemoConfiguration;
import io.bulkaction.logging.LogEscaping;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** The standalone worker service. Sibling modules use the auto-configuration instead and never see the web room. */
@SpringBootConfiguration
@EnableAutoConfiguration
@ComponentScan("io.bulkaction.web")
@Import({StartReport.class, DemoConfiguration.class})
public class BulkActionApplication {

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(BulkActionApplication.class);
        // why: what a banner can say is known only when all is ready; the start report says it then
        application.setBannerMode(Banner.Mode.OFF);
        application.addListeners(new LogEscaping());
        application.run(args);
    }
}
