package io.bulkaction.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Collects figures with their goals; prints them as a table and writes them as JSON. */
final class Report {

    /** @param isBound whether a goal that is missed fails the benchmark: what does not depend on the machine's mood */
    private record Line(
            String name,
            double value,
            String unit,
            @Nullable Double yardstick,
            @Nullable Double ratio,
            @Nullable String goal,
            boolean isMet,
            boolean isBound) {}

    private final List<Line> lines = new ArrayList<>();

    /** @param goal of the ratio */
    void rate(String name, double jobsPerSecond, double yardstick, @Nullable Goal goal) {
        ratio(name, jobsPerSecond, "jobs/s", yardstick, goal);
    }

    /** @param goal of the ratio */
    void time(String name, double millis, double yardstick, @Nullable Goal goal) {
        ratio(name, millis, "ms", yardstick, goal);
    }

    void value(String name, double value, String unit) {
        value(name, value, unit, null);
    }

    void value(String name, double value, String unit, @Nullable Goal goal) {
        add(new Line(name, value, unit, null, null, text(goal), goal == null || goal.isMetBy(value), false));
    }

    /** A value whose goal must be met. */
    void bound(String name, double value, String unit, Goal goal) {
        add(new Line(name, value, unit, null, null, text(goal), goal.isMetBy(value), true));
    }

    /** Names of those whose goal had to be met and was not. */
    List<String> brokenBounds() {
        return lines.stream().filter(line -> line.isBound() && !line.isMet()).map(Line::name).toList();
    }

    void print(PrintStream out) {
        out.println();
        lines.forEach(line -> out.println(text(line)));
        List<String> missed = lines.stream().filter(line -> !line.isMet()).map(Line::name).toList();
        out.println(missed.isEmpty() ? "All goals are met." : "Goals missed: " + String.join("; ", missed));
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file,
                JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(lines));
    }

    private void ratio(String name, double value, String unit, double yardstick, @Nullable Goal goal) {
        double ratio = value / yardstick;
        add(new Line(name, value, unit, yardstick, ratio, text(goal), goal == null || goal.isMetBy(ratio), false));
    }

    private void add(Line line) {
        lines.add(line);
        System.out.println(text(line));
    }

    private static @Nullable String text(@Nullable Goal goal) {
        return goal == null ? null : goal.toString();
    }

    private static String text(Line line) {
        String text = "%-66s %,12.2f %-16s".formatted(line.name(), line.value(), line.unit());
        if (line.ratio() != null) {
            text += " yardstick %,12.2f   ratio %.2f".formatted(line.yardstick(), line.ratio());
        }
        return line.goal() == null ? text : text + "   goal " + line.goal() + (line.isMet() ? "" : " MISSED");
    }
}
