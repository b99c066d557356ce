package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.TenantId;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionChoiceTest {

    /** Groups that are stored are found by it: if this fails, do not change the numbers but the hash. */
    @Test
    void theHashOfANameNeverChanges() {
        assertThat(Long.toHexString(PartitionChoice.hash("acme"))).isEqualTo("130a76222d4427ef");
        assertThat(Long.toHexString(PartitionChoice.hash("고객-1"))).isEqualTo("73ec374cd9e2b45e");
    }

    @Test
    void groupsOfATenantAreWhereTheTenantIs() {
        int tenant = PartitionChoice.of(new TenantId("acme"), 256);
        assertThat(PartitionChoice.of(new GroupId("acme/june"), 256)).isEqualTo(tenant);
        assertThat(PartitionChoice.of(new GroupId("acme/june/2"), 256)).isEqualTo(tenant);
        assertThat(PartitionChoice.of(new GroupId("acme"), 256)).isEqualTo(tenant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"customer-%d", "%d", "%08d", "tenant%d/mails"})
    void namesThatDifferInTheirNumberAreSpreadEvenly(String pattern) {
        int[] counts = new int[6];
        IntStream.range(0, 60_000)
                .forEach(i -> counts[PartitionChoice.of(new GroupId(pattern.formatted(i)), counts.length)]++);
        assertThat(counts).as("5 standard deviations").satisfies(
                all -> assertThat(IntStream.of(all).boxed()).allMatch(count -> Math.abs(count - 10_000) < 456));
    }
}
