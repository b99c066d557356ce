package io.bulkaction.internal.builtin.nas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadCrashIT {

    private static final long LARGE = 2L << 30;

    @TempDir
    Path directory;

    private Path staging;
    private Path nas;

    @BeforeEach
    void makeRoots() throws IOException {
        staging = Files.createDirectory(directory.resolve("staging"));
        nas = Files.createDirectory(directory.resolve("nas"));
        Files.writeString(nas.resolve("target"), "old");
        try (RandomAccessFile sparse = new RandomAccessFile(staging.resolve("large").toFile(), "rw")) {
            sparse.setLength(LARGE);
        }
        Files.writeString(staging.resolve("small"), "new");
    }

    @Test
    void aKilledProcessLeavesTheOldFileAndTheNextAttemptCleansUp() throws Exception {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Uploader.class.getName(),
                staging.toString(),
                nas.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            await().pollInterval(Duration.ofMillis(2)).until(() -> unfinished() == 1);
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(nas.resolve("target")).hasContent("old");
        assertThat(unfinished()).as("what the killed process could not remove").isEqualTo(1);

        JobResult result = processor(staging, nas).process(upload("small", 2));

        assertThat(result).isInstanceOf(JobResult.Success.class);
        assertThat(nas.resolve("target")).hasContent("new");
        assertThat(unfinished()).isZero();
    }

    @Test
    void anInterruptEndsTheCopyAndLeavesTheOldFile() throws Exception {
        CompletableFuture<Object> end = new CompletableFuture<>();
        Thread worker = Thread.ofVirtual().start(() -> {
            try {
                end.complete(processor(staging, nas).process(upload("large", 1)));
            } catch (Exception e) {
                end.complete(e);
            }
        });
        await().pollInterval(Duration.ofMillis(2)).until(() -> unfinished() == 1);

        worker.interrupt();

        assertThat(end.get(2, TimeUnit.MINUTES)).isInstanceOf(InterruptedException.class);
        assertThat(nas.resolve("target")).hasContent("old");
        assertThat(unfinished()).isZero();
    }

    @Test
    void aReaderSeesTheOldFileOrTheNewOneButNeverAPart() throws Exception {
        String a = "a".repeat(500_000);
        String b = "b".repeat(700_000);
        Files.writeString(staging.resolve("a"), a);
        Files.writeString(staging.resolve("b"), b);
        processor(staging, nas).process(upload("a", 1));
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(() -> {
            int reads = 0;
            do {
                assertThat(read(nas.resolve("target"))).isIn(a, b);
                reads++;
            } while (!over.get());
            return reads;
        });

        for (int i = 0; i < 30; i++) {
            processor(staging, nas).process(upload(i % 2 == 0 ? "b" : "a", 1));
        }
        over.set(true);

        assertThat(reader.get(2, TimeUnit.MINUTES)).isPositive();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NasSyncProcessor processor(Path staging, Path nas) {
        return new NasSyncProcessor(new NasSyncSettings(staging, nas, null, true));
    }

    private static Job upload(String source, int attempt) {
        return Jobs.of(
                "NAS_SYNC",
                "{\"operation\":\"UPLOAD\",\"source\":\"" + source + "\",\"target\":\"target\"}",
                attempt,
                attempt - 1);
    }

    private long unfinished() throws IOException {
        try (Stream<Path> files = Files.list(nas)) {
            return files.filter(file -> file.getFileName().toString().startsWith(Root.RESERVED))
                    .count();
        }
    }

    /** why: only the death of a whole process runs no finally block. */
    static final class Uploader {
        public static void main(String[] args) throws Exception {
            processor(Path.of(args[0]), Path.of(args[1])).process(upload("large", 1));
        }
    }
}
