package io.bulkaction.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.internal.doctor.Places.Place;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Finds jobs in lists that are too long to be searched in one call. */
class PlacesIT {

    private static final int GIANT = 41_000;
    private static final int MIDDLE = 20_000;

    private static final PrivateRedis REDIS = PrivateRedis.start();

    private final TestQueue test = TestQueue.on(REDIS);
    private final Places places = Places.of(test.partition());

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @BeforeEach
    void fill() {
        enqueue(0, GIANT);
    }

    @Test
    void noCallSearchesMoreThanAPieceOfAVeryLongList() {
        List<String> ids = List.of(job(0), "giant#none", job(MIDDLE), job(GIANT - 1));
        REDIS.forgetStatistics();

        List<JobFacts> found = places.place(ids, "giant", false);

        assertThat(found).extracting(JobFacts::name).containsExactlyElementsOf(ids);
        assertThat(found).extracting(JobFacts::jobs).containsExactly(1, 0, 1, 1);
        int pieces = (GIANT + ListSearch.PIECE - 1) / ListSearch.PIECE;
        assertThat(REDIS.info("commandstats", "cmdstat_lrange")).as("one search for all")
                .startsWith("calls=" + pieces + ",");
    }

    @Test
    void aJobIsFoundOnceThoughTheListIsServedAndFilledBetweenTwoPieces() {
        ListSearch search = new ListSearch(test.redis());
        List<String> ids = IntStream.range(0, GIANT).filter(i -> i % 997 == 0).mapToObj(PlacesIT::job).toList();
        Map<String, String> found = new HashMap<>();
        int calls = 0;
        ListSearch.Piece piece = ListSearch.Piece.START;
        do {
            piece = search.next(piece, "giant", ids, 1_000);
            piece.positions().forEach((id, places) -> found.merge(id, places, String::concat));
            enqueue(GIANT + calls * 250, GIANT + (calls + 1) * 250);
            test.fetch(100);
            calls++;
        } while (!piece.isLast());

        assertThat(piece.moved()).isFalse();
        List<String> waiting = test.pending("giant").stream().map(id -> "giant#" + id).toList();
        assertThat(found.keySet()).containsAll(ids.stream().filter(waiting::contains).toList());
        assertThat(found.values()).allSatisfy(places -> assertThat(places.strip().split(" ")).hasSize(1));
        assertThat(places.place(ids, "giant", false))
                .allSatisfy(facts -> assertThat(facts.jobs() + facts.ready()).isEqualTo(1));
    }

    @Test
    void aSearchWhoseAnchorIsGoneBeginsAgain() {
        ListSearch search = new ListSearch(test.redis());
        ListSearch.Piece piece = search.next(ListSearch.Piece.START, "giant", List.of(job(1)), 1_000);
        test.redis().read(commands -> commands.rpop(list()));

        assertThat(search.next(piece, "giant", List.of(job(1)), 1_000).moved()).isTrue();
        assertThat(search.find("giant", List.of(job(1))).get(job(1))).startsWith(job(GIANT - 2) + " ");
    }

    @Test
    void aJobThatIsTwiceInTheMiddleOfAVeryLongListIsKeptWhereItIsFirst() {
        List<String> order = new ArrayList<>(test.pending("giant"));
        insertBefore(job(MIDDLE + 3_000), job(MIDDLE));
        JobFacts doubled = places.place(List.of(job(MIDDLE)), "giant", false).getFirst();
        assertThat(doubled.jobs()).isEqualTo(2);

        assertThat(places.mend(doubled, Place.JOBS)).isTrue();

        assertThat(test.pending("giant")).isEqualTo(order);
        Accounting.prove(test);
    }

    @Test
    void aJobThatMovedSinceItsListWasSearchedIsNotRepaired() {
        JobFacts found = places.place(List.of(job(MIDDLE)), "giant", false).getFirst();
        insertBefore(job(0), job(MIDDLE));

        assertThat(places.mend(found, Place.JOBS)).isFalse();
    }

    private void insertBefore(String pivot, String id) {
        test.redis().read(commands -> commands.linsert(list(), true, bytes(pivot), bytes(id)));
    }

    private static String job(int number) {
        return "giant#j-" + number;
    }

    private byte[] list() {
        return test.redis().keys().group(new GroupId("giant"), "jobs");
    }

    private void enqueue(int from, int to) {
        for (int first = from; first < to; first += 1_000) {
            test.enqueue("giant", IntStream.range(first, Math.min(first + 1_000, to))
                    .mapToObj(i -> "j-" + i).toArray(String[]::new));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
