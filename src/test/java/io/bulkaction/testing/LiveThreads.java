package io.bulkaction.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The threads that live right now, virtual ones included; those no other call of the JDK lists. */
public final class LiveThreads {

    private static final Pattern NAME = Pattern.compile("^#\\d+ \"([^\"]*)\"", Pattern.MULTILINE);

    private LiveThreads() {}

    public static List<String> named(String prefix) {
        return NAME.matcher(dump()).results()
                .map(found -> found.group(1))
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    private static String dump() {
        try {
            Path directory = Files.createTempDirectory("threads");
            Path file = directory.resolve("dump.txt");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            String text = Files.readString(file);
            Files.delete(file);
            Files.delete(directory);
            return text;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
