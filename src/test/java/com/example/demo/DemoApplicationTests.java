package com.example.demo;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.test.context.SpringBootTest;

/** As start.spring.io makes it; the setting could be in src/test/resources/application.properties as well. */
@SpringBootTest(properties = "bulk-action.test.inline=true")
@Execution(ExecutionMode.SAME_THREAD)
class DemoApplicationTests {

    @Test
    void contextLoads() {}
}
