package io.bulkaction.internal.metrics;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.TreeMap;

/** What Prometheus would read: series with their labels, in the order the registry writes them, and their values. */
final class ScrapeText {

    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    Map<String, Double> series() {
        Map<String, Double> series = new TreeMap<>();
        registry.scrape().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int end = line.lastIndexOf(' ');
            series.put(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
        });
        return series;
    }

    /** Metric name to {@code counter}, {@code gauge}, {@code histogram} or {@code summary}. */
    Map<String, String> types() {
        Map<String, String> types = new TreeMap<>();
        registry.scrape().lines().filter(line -> line.startsWith("# TYPE ")).forEach(line -> {
            String[] words = line.split(" ");
            types.put(words[2], words[3]);
        });
        return types;
    }
}
