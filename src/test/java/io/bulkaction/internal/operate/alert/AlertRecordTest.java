package io.bulkaction.internal.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.operate.alert.AlertRecord.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlertRecordTest {

    private static final Instant NOW = Instant.ofEpochSecond(100);

    private final AlertRecord raised =
            AlertRecord.raised(WebhookChannelIT.alert(null), List.of("told", "trying", "untold"));

    @Test
    void onlyAChannelThatMayKnowOfTheAlertIsToldThatItIsResolved() {
        Instant lease = NOW.plusSeconds(60);
        AlertRecord known = raised.delivered("told").taken("trying", lease);

        AlertRecord resolved = known.resolved(NOW, List.of("told", "trying", "untold"));

        assertThat(resolved.pending())
                .containsOnlyKeys("told", "trying")
                .containsEntry("told", new Delivery(0, NOW))
                .containsEntry("trying", new Delivery(0, lease));
        assertThat(resolved.alert().resolvedAt()).isEqualTo(NOW);
        assertThat(resolved.isOver()).isFalse();
        assertThat(resolved.delivered("told").delivered("trying").isOver()).isTrue();
    }

    @Test
    void writingAndReadingGivesTheSameTextAgain() {
        AlertRecord known = raised.taken("trying", NOW).postponed("trying", NOW.plusSeconds(2)).delivered("told");
        String text = known.write();

        AlertRecord read = AlertRecord.read(known.alert().queue(), text);

        assertThat(read).isEqualTo(known);
        assertThat(read.write()).as("compare-and-set goes by the text").isEqualTo(text);
        AlertRecord over = known.resolved(NOW, List.of("told"));
        assertThat(AlertRecord.read(over.alert().queue(), over.write())).isEqualTo(over);
    }

    @Test
    void delaysGrowUpToALimit() {
        assertThat(AlertSender.delayAfter(1)).isEqualTo(Duration.ofSeconds(2));
        assertThat(AlertSender.delayAfter(3)).isEqualTo(Duration.ofSeconds(8));
        assertThat(AlertSender.delayAfter(9)).isEqualTo(Duration.ofMinutes(5));
        assertThat(AlertSender.delayAfter(1000)).isEqualTo(Duration.ofMinutes(5));
    }
}
