package com.example.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupStatus;
import io.bulkaction.test.AutoConfigureBulkActions;
import io.bulkaction.test.BulkActionProbe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** A slice of the application: the controller, and what it submits. */
@WebMvcTest(Newsletter.class)
@Import(Letters.class)
@AutoConfigureMockMvc(addFilters = false)
@AutoConfigureBulkActions
@Execution(ExecutionMode.SAME_THREAD)
class NewsletterTest {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private BulkActionProbe probe;

    @Test
    void everyAddressGetsALetter() {
        assertThat(http.post().uri("/newsletters/may").contentType(MediaType.APPLICATION_JSON)
                .content("[\"kim@example.com\", \"lee@example.com\", \"kim@example.com\"]"))
                .bodyText().isEqualTo("2");

        assertThat(probe.submitted("may", Newsletter.Letter.class))
                .containsExactly(new Newsletter.Letter("kim@example.com"), new Newsletter.Letter("lee@example.com"));
        assertThat(probe.runAll()).isEqualTo(2);
        assertThat(probe.result("may").status()).isEqualTo(GroupStatus.COMPLETED);
    }
}
