package com.example.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.BulkActionService;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;

/** The application starts without bulk-action and without Redis; a call says why it does nothing. */
@SpringBootTest(properties = "bulk-action.enabled=false")
@Execution(ExecutionMode.SAME_THREAD)
class SwitchedOffTest {

    @Autowired
    private Newsletter newsletter;

    @Autowired
    private ApplicationContext context;

    @Test
    void aCallSaysWhyItDoesNothing() {
        assertThatThrownBy(() -> newsletter.send("may", List.of("kim@example.com")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("bulk-action.enabled=false");
    }

    @Test
    void nothingElseOfItIsThere() {
        assertThat(Arrays.stream(context.getBeanDefinitionNames()).filter(name -> name.startsWith("bulkAction")))
                .containsExactly("bulkActionService");
        assertThat(context.getBean(BulkActionService.class)).hasToString("BulkActionService, switched off");
    }
}
