package io.bulkaction.internal.operate.sending;

import static io.bulkaction.internal.operate.sending.Calendar.ANNA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupLimits;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.internal.settings.SendingWindowSettings;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which sending windows there are, and who may change them. It is 17:00 in Seoul. */
class SendingWindowsIT {

    private final TestQueue test = TestQueue.with();
    private final Queues queues = queuesOf(test);
    private final Audit audit = new Audit(queues, Defaults.audit());

    @Test
    void thoseOfTheSettingsAreThereFromTheStartAndAreChangedThereOnly() {
        SendingWindows first = configured("08:00-21:00");
        keeper(first).turn();
        keeper(configured("08:00-21:00")).turn(); // another instance
        SendingWindows next = configured("09:00-18:00");
        keeper(next).turn();

        assertThat(next.get("day").window().open()).containsExactly("09:00-18:00");
        assertThat(audit.page(BulkActionSettings.DEFAULT_QUEUE, null, null, 10).entries())
                .extracting(entry -> entry.who() + " " + entry.action() + " " + entry.subject() + ": " + entry.detail())
                .containsExactly(
                        "bulk-action set sending window day: from settings: 09:00-18:00 Asia/Seoul MON-SUN",
                        "bulk-action set sending window day: from settings: 08:00-21:00 Asia/Seoul MON-SUN");
        assertThatThrownBy(() -> next.put(window("day", "00:00-24:00"), ANNA))
                .hasMessageContaining("SENDING_WINDOW_FIXED");
        assertThatThrownBy(() -> next.delete("day", ANNA)).hasMessageContaining("SENDING_WINDOW_FIXED");
        Calendar.of(test).windows().delete("day", ANNA); // by an instance whose settings have it no more
        assertThat(Calendar.of(test).windows().byName()).isEmpty();
    }

    @Test
    void wrongSettingsStopTheStartInWords() {
        assertThatThrownBy(() -> configured("8-21")).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("bulk-action.windows.day: ").hasMessageContaining("'8-21'");
        Queues nights = queuesOf(TestQueue.with("sending-window", "nights"));
        assertThatThrownBy(() -> new SendingWindows(nights, Map.of(), audit))
                .hasMessageContaining(".sending-window: 'nights' is neither one of bulk-action.windows nor a preset");
    }

    @Test
    void aQueueKeepsToThePresetOfItsSettings() {
        TestQueue korea = TestQueue.with("sending-window", "advertising-kr");
        korea.enqueue("a", "1");
        korea.fetch(10);
        assertThat(korea.claim(10)).as("nobody knows yet when it opens").isEmpty();
        Calendar calendar = Calendar.of(korea);
        calendar.keeper().turn();
        korea.fetch(10);
        assertThat(korea.claim(10)).hasSize(1);
        korea.advance(Duration.ofHours(4).toMillis()); // 21:00
        korea.enqueue("a", "2");
        korea.fetch(10);
        assertThat(korea.claim(10)).isEmpty();
        assertThat(calendar.windows().all()).singleElement()
                .satisfies(view -> assertThat(view.queues()).isNotEmpty())
                .satisfies(view -> assertThat(view.open()).isFalse());
    }

    @Test
    void aPresetIsThereForWhoeverNamesItAndAMisspeltNameIsNot() {
        SendingWindows windows = Calendar.of(test).windows();
        windows.require(null);
        windows.require(GroupLimits.NO_WINDOW);
        windows.require("advertising-kr");
        assertThat(test.hash(test.redis().keys().sendingWindows())).containsKey("advertising-kr");
        assertThatThrownBy(() -> windows.require("advertising-ko")).isInstanceOf(InvalidSubmissionException.class)
                .hasMessage("sendingWindow 'advertising-ko' is unknown; known are: advertising-kr");
        assertThatThrownBy(() -> windows.put(window("advertising-kr", "00:00-24:00"), ANNA))
                .hasMessageContaining("SENDING_WINDOW_FIXED");
    }

    @Test
    void oneThatAnythingOpenKeepsToIsNotDeleted() {
        Calendar calendar = Calendar.of(test).put("day", "08:00-21:00", "Asia/Seoul");
        test.enqueue(TestQueue.batch("t/a", null, true, List.of("1"))
                .with(new GroupLimits(null, null, null, "day")));
        assertThatThrownBy(() -> calendar.windows().delete("day", ANNA))
                .hasMessageContaining("SENDING_WINDOW_IN_USE").hasMessageContaining("group t/a of queue");
        test.fetch(10);
        test.complete(test.claimOne());

        calendar.windows().delete("day", ANNA);
        calendar.keeper().turn();
        assertThat(test.hash(test.redis().keys().sendingWindows())).isEmpty();
    }

    @Test
    void onePartitionThatCannotBeWrittenKeepsNoOtherFromIt() {
        TestQueue many = TestQueue.with("partitions", "3");
        Calendar calendar = Calendar.of(many);
        byte[] broken = many.queue().redis().get(1).keys().sendingWindows();
        many.redis().read(commands -> commands.set(broken, new byte[0]));
        new SendingRecords(many.redis()).replace(null, window("day", "08:00-21:00"));
        calendar.keeper().turn();
        assertThat(many.queue().redis().get(2)).satisfies(
                redis -> assertThat(many.hash(redis.keys().sendingWindows())).containsKey("day"));

        many.redis().read(commands -> commands.del(broken));
        calendar.keeper().turn();
        assertThat(many.hash(broken)).as("again, because it was not done").containsKey("day");
    }

    @Test
    void aWindowOfAQueueCountsInAllItsPartitionsAlsoIfWhoeverGaveItDiedHalfway() {
        TestQueue many = TestQueue.with("partitions", "3");
        Calendar calendar = Calendar.of(many).put("night", "22:00-06:00", "UTC");
        QueueControl.of(many.queue()).tune(new RuntimeLimits(null, null, null, "night"));
        assertThat(windowsOf(many)).containsOnly("night").hasSize(3);
        byte[] last = many.queue().redis().getLast().keys().state();
        many.redis().read(commands -> commands.hdel(last, Utf8.bytes("sendingWindow")));
        calendar.keeper().sweep();
        assertThat(windowsOf(many)).containsOnly("night").hasSize(3);

        for (int group = 0; group < 20; group++) {
            many.enqueue("g-" + group, "j-" + group);
        }
        assertThat(many.queue().partitions()).allSatisfy(partition -> {
            partition.fairQueue().fetch(10, 10);
            assertThat(partition.ready().claim(10).jobs()).isEmpty();
        });
        QueueControl.of(many.queue()).untune();
        assertThat(windowsOf(many)).isEmpty();
        assertThat(many.queue().partitions().stream().mapToInt(partition -> {
            partition.fairQueue().fetch(20, 20);
            return partition.ready().claim(20).jobs().size();
        }).sum()).isEqualTo(20);
    }

    private static List<String> windowsOf(TestQueue test) {
        return test.queue().redis().stream()
                .map(redis -> test.hash(redis.keys().state()).get("sendingWindow"))
                .filter(Objects::nonNull)
                .toList();
    }

    private SendingWindows configured(String open) {
        return new SendingWindows(queues, Map.of("day", new SendingWindowSettings(
                List.of(open), ZoneId.of("Asia/Seoul"), "MON-SUN", List.of())), audit);
    }

    private WindowKeeper keeper(SendingWindows windows) {
        return windows.keeper(List.of(test.queue()));
    }

    private static SendingWindow window(String name, String open) {
        return new SendingWindow(name, SendingWindow.Origin.API, List.of(open), "Asia/Seoul", "MON-SUN", List.of());
    }

    private static Queues queuesOf(TestQueue test) {
        return new Queues(Map.of(test.queue().name(), test.queue(), BulkActionSettings.DEFAULT_QUEUE, test.queue()));
    }
}
