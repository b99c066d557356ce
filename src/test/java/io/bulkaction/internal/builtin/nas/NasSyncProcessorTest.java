package io.bulkaction.internal.builtin.nas;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NasSyncProcessorTest {

    private static final String SHA_OF_NEW = "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437";

    @TempDir
    Path directory;

    private Path staging;
    private Path nas;
    private Path outside;

    @BeforeEach
    void makeRoots() throws IOException {
        staging = Files.createDirectory(directory.resolve("staging"));
        nas = Files.createDirectory(directory.resolve("nas"));
        outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
        Files.writeString(staging.resolve("a.txt"), "new");
    }

    @Test
    void uploadsAFileAndMakesItsDirectories() throws Exception {
        JobResult result = upload("a.txt", "/project/docs/a.txt", null);

        assertThat(result)
                .isEqualTo(JobResult.success(Map.of("bytes", 3L, "checksum", SHA_OF_NEW, "unchanged", false)));
        assertThat(nas.resolve("project/docs/a.txt")).hasContent("new");
        assertThat(namesIn(nas.resolve("project/docs"))).containsExactly("a.txt");
        assertThat(staging.resolve("a.txt")).as("staging is left to its owner").exists();
    }

    @Test
    void uploadsOverAnOlderFile() throws Exception {
        Files.writeString(nas.resolve("a.txt"), "old");

        upload("a.txt", "a.txt", "sha256:" + SHA_OF_NEW.toUpperCase(Locale.ROOT));

        assertThat(nas.resolve("a.txt")).hasContent("new");
    }

    @Test
    void anUploadThatWasDoneBeforeChangesNothing() throws Exception {
        upload("a.txt", "a.txt", null);
        Object before = Files.readAttributes(nas.resolve("a.txt"), "unix:ino").get("ino");

        JobResult again = upload("a.txt", "a.txt", SHA_OF_NEW);

        assertThat(again).isEqualTo(JobResult.success(Map.of("bytes", 3L, "checksum", SHA_OF_NEW, "unchanged", true)));
        assertThat(Files.readAttributes(nas.resolve("a.txt"), "unix:ino").get("ino")).isEqualTo(before);
    }

    @Test
    void anUploadWhoseSourceWasClearedAfterItArrivedIsDone() throws Exception {
        upload("a.txt", "a.txt", null);
        Files.delete(staging.resolve("a.txt"));

        assertThat(upload("a.txt", "a.txt", SHA_OF_NEW)).isInstanceOf(JobResult.Success.class);
        assertFailure(upload("a.txt", "a.txt", null), "SOURCE_MISSING", false);
        assertFailure(upload("a.txt", "b.txt", SHA_OF_NEW), "SOURCE_MISSING", false);
    }

    @Test
    void aSourceWithAnotherChecksumIsRefusedAndLeavesNothingBehind() throws Exception {
        Files.writeString(nas.resolve("a.txt"), "old");

        assertFailure(upload("a.txt", "a.txt", "0".repeat(64)), "CHECKSUM_MISMATCH", false);

        assertThat(nas.resolve("a.txt")).hasContent("old");
        assertThat(namesIn(nas)).containsExactly("a.txt");
    }

    @Test
    void anEmptyFileIsUploadedAndADirectoryInTheWayIsRefused() throws Exception {
        Files.createFile(staging.resolve("empty"));
        Files.createDirectory(nas.resolve("dir"));

        assertThat(upload("empty", "empty", null)).isInstanceOf(JobResult.Success.class);
        assertThat(nas.resolve("empty")).isEmptyFile();
        assertFailure(upload("a.txt", "dir", null), "TARGET_IS_DIRECTORY", false);
        assertFailure(upload("a.txt", "empty/b.txt", null), "NOT_A_DIRECTORY", false);
    }

    @Test
    void leftoversOfAnEarlierAttemptAreRemoved() throws Exception {
        String unfinished = ".bulk-action-"
                + UUID.nameUUIDFromBytes(Jobs.of("NAS_SYNC", "{}", 1, 0).idempotencyKey().getBytes()) + "-";
        Files.writeString(nas.resolve(unfinished + "1"), "half");
        Files.writeString(nas.resolve(unfinished + "3"), "half");

        process("{\"operation\":\"UPLOAD\",\"source\":\"a.txt\",\"target\":\"a.txt\"}", 3);

        assertThat(namesIn(nas)).containsExactly("a.txt");
    }

    @Test
    void makesDirectoriesAnyNumberOfTimes() throws Exception {
        assertThat(process("{\"operation\":\"MKDIR\",\"target\":\"x/y/z/\"}", 1))
                .isEqualTo(JobResult.success(Map.of()));
        assertThat(process("{\"operation\":\"mkdir\",\"target\":\"x/y/z\"}", 2))
                .isEqualTo(JobResult.success(Map.of()));

        assertThat(nas.resolve("x/y/z")).isDirectory();
        Files.writeString(nas.resolve("file"), "");
        assertFailure(process("{\"operation\":\"MKDIR\",\"target\":\"file\"}", 1), "NOT_A_DIRECTORY", false);
    }

    @Test
    void deletesAnyNumberOfTimes() throws Exception {
        Files.writeString(nas.resolve("a.txt"), "old");

        assertThat(process("{\"operation\":\"DELETE\",\"target\":\"a.txt\"}", 1))
                .isEqualTo(JobResult.success(Map.of("unchanged", false)));
        assertThat(process("{\"operation\":\"DELETE\",\"source\":\"a.txt\"}", 2))
                .isEqualTo(JobResult.success(Map.of("unchanged", true)));
        assertThat(namesIn(nas)).isEmpty();
    }

    @Test
    void deletesAFileOnlyWithItsChecksumWhenOneIsGiven() throws Exception {
        Files.writeString(nas.resolve("a.txt"), "changed since");

        assertFailure(
                process("{\"operation\":\"DELETE\",\"target\":\"a.txt\",\"checksum\":\"" + SHA_OF_NEW + "\"}", 1),
                "CHECKSUM_MISMATCH",
                false);
        assertThat(nas.resolve("a.txt")).exists();
    }

    @Test
    void deletesADirectoryWithContentOnlyWhenAskedAndFollowsNoLink() throws Exception {
        Files.createDirectories(nas.resolve("dir/sub"));
        Files.writeString(nas.resolve("dir/sub/a.txt"), "old");
        Files.createSymbolicLink(nas.resolve("dir/link"), outside);

        assertFailure(process("{\"operation\":\"DELETE\",\"target\":\"dir\"}", 1), "DIRECTORY_NOT_EMPTY", false);
        assertThat(process("{\"operation\":\"DELETE\",\"target\":\"dir\",\"recursive\":true}", 1))
                .isInstanceOf(JobResult.Success.class);

        assertThat(namesIn(nas)).isEmpty();
        assertThat(outside.resolve("secret")).hasContent("secret");
    }

    @Test
    void movesFilesAndDirectoriesAndReplacesAFile() throws Exception {
        Files.writeString(nas.resolve("a.txt"), "new");
        Files.writeString(nas.resolve("b.txt"), "old");
        Files.createDirectory(nas.resolve("dir"));

        assertThat(move("a.txt", "b.txt", SHA_OF_NEW, 1)).isEqualTo(JobResult.success(Map.of("unchanged", false)));
        assertThat(move("dir", "deep/er/dir", null, 1)).isEqualTo(JobResult.success(Map.of("unchanged", false)));

        assertThat(nas.resolve("b.txt")).hasContent("new");
        assertThat(nas.resolve("deep/er/dir")).isDirectory();
        assertThat(namesIn(nas)).containsExactly("b.txt", "deep");
    }

    @Test
    void aMoveThatWasDoneBeforeSucceeds() throws Exception {
        Files.writeString(nas.resolve("b.txt"), "new");

        assertThat(move("a.txt", "b.txt", null, 2)).isEqualTo(JobResult.success(Map.of("unchanged", true)));
        assertThat(move("a.txt", "b.txt", SHA_OF_NEW, 1)).isEqualTo(JobResult.success(Map.of("unchanged", true)));
        assertThat(move("b.txt", "b.txt", null, 1)).isEqualTo(JobResult.success(Map.of("unchanged", true)));
    }

    @Test
    void aMoveThatCannotHaveBeenDoneIsRefused() throws Exception {
        Files.writeString(nas.resolve("b.txt"), "old");
        Files.createDirectory(nas.resolve("dir"));

        assertFailure(move("a.txt", "b.txt", null, 1), "SOURCE_MISSING", false);
        assertFailure(move("a.txt", "c.txt", null, 2), "SOURCE_MISSING", false);
        assertFailure(move("a.txt", "b.txt", SHA_OF_NEW, 2), "CHECKSUM_MISMATCH", false);
        assertFailure(move("b.txt", "c.txt", SHA_OF_NEW, 1), "CHECKSUM_MISMATCH", false);
        assertFailure(move("b.txt", "dir", null, 1), "TARGET_IS_DIRECTORY", false);
        assertFailure(move("dir", "dir/sub", null, 1), "PATH_REFUSED", false);
        assertThat(nas.resolve("b.txt")).hasContent("old");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "../outside/evil",
        "/../outside/evil",
        "x/../../outside/evil",
        "..",
        ".",
        "/",
        "",
        "a//b",
        "//a",
        "x/./y",
        "x\\\\..\\\\y",
        "x\\u0000y",
        "x\\ny",
        ".bulk-action-mine",
        "link/evil",
        "filelink"
    })
    void aPathThatLeavesItsRootIsRefusedEverywhere(String path) throws Exception {
        Files.createSymbolicLink(nas.resolve("link"), outside);
        Files.createSymbolicLink(staging.resolve("link"), outside);
        Files.createSymbolicLink(nas.resolve("filelink"), outside.resolve("secret"));
        Files.createSymbolicLink(staging.resolve("filelink"), outside.resolve("secret"));
        Files.writeString(nas.resolve("there"), "there");

        assertFailure(upload("a.txt", path, null), "PATH_REFUSED", false);
        assertFailure(upload(path, "ok", null), "PATH_REFUSED", false);
        assertFailure(move("there", path, null, 1), "PATH_REFUSED", false);
        assertFailure(move(path, "ok", null, 1), "PATH_REFUSED", false);
        assertFailure(
                process("{\"operation\":\"DELETE\",\"recursive\":true,\"target\":\"" + path + "\"}", 1),
                "PATH_REFUSED",
                false);
        assertFailure(process("{\"operation\":\"MKDIR\",\"target\":\"" + path + "\"}", 1), "PATH_REFUSED", false);

        assertThat(namesIn(outside)).containsExactly("secret");
        assertThat(outside.resolve("secret")).hasContent("secret");
        assertThat(namesIn(nas)).containsExactly("filelink", "link", "there");
    }

    @Test
    void aRootMayBeALinkItself() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("mount"), nas);
        NasSyncProcessor processor = new NasSyncProcessor(new NasSyncSettings(staging, link, null, true));

        assertThat(processor.process(Jobs.of(
                "NAS_SYNC", "{\"operation\":\"UPLOAD\",\"source\":\"a.txt\",\"target\":\"x/a.txt\"}")))
                .isInstanceOf(JobResult.Success.class);
        assertThat(nas.resolve("x/a.txt")).hasContent("new");
    }

    @Test
    void aMissingRootIsRetried() throws Exception {
        Files.delete(nas);

        assertFailure(upload("a.txt", "a.txt", null), "ROOT_UNAVAILABLE", true);
        assertThat(nas).doesNotExist();
    }

    @Test
    void anEmptyMountPointIsNotMistakenForTheNas() throws Exception {
        NasSyncProcessor processor = new NasSyncProcessor(new NasSyncSettings(staging, nas, ".mounted", true));
        String payload = "{\"operation\":\"UPLOAD\",\"source\":\"a.txt\",\"target\":\"a.txt\"}";

        assertFailure(processor.process(Jobs.of("NAS_SYNC", payload)), "ROOT_UNAVAILABLE", true);
        Files.createFile(nas.resolve(".mounted"));
        assertThat(processor.process(Jobs.of("NAS_SYNC", payload))).isInstanceOf(JobResult.Success.class);
        assertFailure(
                processor.process(Jobs.of("NAS_SYNC", "{\"operation\":\"DELETE\",\"target\":\".mounted\"}")),
                "PATH_REFUSED",
                false);
    }

    /** A NAS that ignores case has one file for all these names; others know a file by a second name. */
    @ParameterizedTest
    @ValueSource(strings = {".NAS", ".Nas", "/.nAs", ".NAS/x", "deep/.NAS", ".BULK-ACTION-1", "second-name"})
    void noOtherSpellingOfTheMarkerPasses(String path) throws Exception {
        NasSyncProcessor processor = new NasSyncProcessor(new NasSyncSettings(staging, nas, ".nas", true));
        Files.writeString(nas.resolve(".nas"), "marker");
        Files.createLink(nas.resolve("second-name"), nas.resolve(".nas"));
        Files.writeString(nas.resolve("there"), "there");

        for (String payload : List.of(
                "{'operation':'UPLOAD','source':'a.txt','target':'%s'}",
                "{'operation':'MOVE','source':'there','target':'%s'}",
                "{'operation':'MOVE','source':'%s','target':'elsewhere'}",
                "{'operation':'DELETE','recursive':true,'target':'%s'}",
                "{'operation':'MKDIR','target':'%s'}")) {
            assertFailure(
                    processor.process(Jobs.of("NAS_SYNC", payload.formatted(path).replace('\'', '"'))),
                    "PATH_REFUSED",
                    false);
        }
        assertThat(namesIn(nas)).containsExactly(".nas", "second-name", "there");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"target\":\"a\"}",
        "{\"operation\":\"COPY\",\"target\":\"a\"}",
        "{\"operation\":\"UPLOAD\",\"target\":\"a\"}",
        "{\"operation\":\"UPLOAD\",\"source\":\"a\"}",
        "{\"operation\":\"MOVE\",\"target\":\"a\"}",
        "{\"operation\":\"MKDIR\",\"target\":\"a\",\"source\":\"b\"}",
        "{\"operation\":\"DELETE\",\"target\":\"a\",\"source\":\"b\"}",
        "{\"operation\":\"DELETE\"}",
        "{\"operation\":\"MKDIR\",\"target\":\"a\",\"recursive\":true}",
        "{\"operation\":\"UPLOAD\",\"source\":\"a\",\"target\":\"b\",\"checksum\":\"md5\"}",
        "{\"operation\":\"UPLOAD\",\"source\":\"a\",\"target\":\"b\",\"checksumm\":\"x\"}"
    })
    void aPayloadThatBreaksTheRulesIsRefused(String payload) throws Exception {
        assertFailure(process(payload, 1), "BAD_PAYLOAD", false);
    }

    private JobResult upload(String source, String target, @Nullable String checksum) throws Exception {
        return process(change("UPLOAD", source, target, checksum), 1);
    }

    private JobResult move(String source, String target, @Nullable String checksum, int attempt) throws Exception {
        return process(change("MOVE", source, target, checksum), attempt);
    }

    private static String change(String operation, String source, String target, @Nullable String checksum) {
        String tail = checksum == null ? "" : ",\"checksum\":\"" + checksum + "\"";
        return "{\"operation\":\"" + operation + "\",\"source\":\"" + source + "\",\"target\":\"" + target + "\"" + tail
                + "}";
    }

    private JobResult process(String payload, int attempt) throws Exception {
        NasSyncProcessor processor = new NasSyncProcessor(new NasSyncSettings(staging, nas, null, true));
        return processor.process(Jobs.of("NAS_SYNC", payload, attempt, attempt - 1));
    }

    private void assertFailure(JobResult result, String code, boolean retryable) {
        assertThat(result).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.retryable()).isEqualTo(retryable);
            assertThat(failure.message()).doesNotContain(directory.toString());
        });
    }

    private static List<String> namesIn(Path parent) throws IOException {
        try (Stream<Path> children = Files.list(parent)) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        }
    }
}
