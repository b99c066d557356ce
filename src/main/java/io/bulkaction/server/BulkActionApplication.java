package io.bulkaction.server;

import io.bulkaction.server.demo.DemoConfiguration;
import io.bulkaction.server.demo.DemoFiles;
import io.bulkaction.server.logging.LogEscaping;
import io.bulkaction.server.logging.LogSecrecy;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;

/** The standalone service. Applications that use the library get its auto-configuration instead, and nothing of this. */
@SpringBootConfiguration
@EnableAutoConfiguration
@ComponentScan(basePackages = {"io.bulkaction.server.web",
    "io.bulkaction.internal.web"}, excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = "io\\.bulkaction\\.internal\\.web\\.hosted\\..*"))
@Import({StartReport.class, DemoConfiguration.class})
public class BulkActionApplication {

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(BulkActionApplication.class);
        // why: what a banner could say is known only when the service is ready; the start report says it then
        application.setBannerMode(Banner.Mode.OFF);
        application.addListeners(new DemoFiles(), new LogEscaping(), new LogSecrecy());
        application.run(args);
    }
}
