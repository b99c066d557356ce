package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.bulkaction.InvalidIdException;
import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorRegistryTest {

    record One(String type) implements JobProcessor {
        @Override
        public JobResult process(Job job) {
            return JobResult.success();
        }
    }

    record Other(String type) implements JobProcessor {
        @Override
        public JobResult process(Job job) {
            return JobResult.success();
        }
    }

    @Test
    void findsAProcessorByItsType() {
        JobProcessor mail = new One("SEND_EMAIL");
        ProcessorRegistry registry = new ProcessorRegistry(List.of(new One("PUSH"), mail));

        assertThat(registry.find("SEND_EMAIL")).containsSame(mail);
        assertThat(registry.find("send_email")).isEmpty();
        assertThat(registry.types()).containsExactly("PUSH", "SEND_EMAIL");
    }

    @Test
    void twoProcessorsOfOneTypeAreRefusedAndBothAreNamed() {
        assertThatExceptionOfType(DuplicateProcessorException.class)
                .isThrownBy(() -> new ProcessorRegistry(List.of(new One("T"), new Other("T"))))
                .withMessageContainingAll("'T'", One.class.getName(), Other.class.getName());
    }

    @Test
    void aTypeThatBreaksTheRuleForIdsIsRefusedAndItsProcessorIsNamed() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> new ProcessorRegistry(List.of(new One("no blanks"))))
                .withMessageContainingAll(One.class.getName(), "no blanks");
    }

    @Test
    void anEmptyRegistryHasNoTypes() {
        assertThat(new ProcessorRegistry(List.of()).types()).isEmpty();
    }
}
