package io.bulkaction.internal.builtin.nas;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes changes survive a power cut. */
final class Durable {

    private static final Logger log = LoggerFactory.getLogger(Durable.class);

    private Durable() {}

    /** Syncs a directory after names in it were added, changed or removed. */
    static void directory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            // why: some network file systems cannot do this and sync names by themselves
            log.debug("directory could not be synced: {}", e.getClass().getSimpleName());
        }
    }
}
