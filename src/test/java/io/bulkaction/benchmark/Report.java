package io.bulkaction.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Collects figures; prints them as a table and writes them as JSON. */
final class Report {

    private record Line(String name, double value, String unit, @Nullable Double yardstick, @Nullable Double ratio) {}

    private final List<Line> lines = new ArrayList<>();

    void rate(String name, double jobsPerSecond, double yardstick) {
        add(new Line(name, jobsPerSecond, "jobs/s", yardstick, jobsPerSecond / yardstick));
    }

    void time(String name, double millis, double yardstick) {
        add(new Line(name, millis, "ms", yardstick, millis / yardstick));
    }

    void value(String name, double value, String unit) {
        add(new Line(name, value, unit, null, null));
    }

    void fairness(Benchmark.Fairness.Result result) {
        value("F slowest small group against round robin", result.slowest(), "x");
        value("F Jain index while all are backlogged", result.jain(), "");
    }

    void print(PrintStream out) {
        out.println();
        lines.forEach(line -> out.println(text(line)));
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file,
                JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(lines));
    }

    private void add(Line line) {
        lines.add(line);
        System.out.println(text(line));
    }

    private static String text(Line line) {
        String text = "%-62s %,12.2f %-12s".formatted(line.name(), line.value(), line.unit());
        return line.ratio() == null
                ? text
                : text + " yardstick %,12.2f   ratio %.2f".formatted(line.yardstick(), line.ratio());
    }
}
