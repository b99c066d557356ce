package io.bulkaction.testing;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The books of all tenants: each is where its groups can go on, and counts what it says. */
final class TenantBooks {

    private static final List<String> LEVELS = List.of("high", "normal", "low");

    private final QueueKeys keys;
    private final List<String> problems;

    TenantBooks(QueueKeys keys, List<String> problems) {
        this.keys = keys;
        this.problems = problems;
    }

    /** Where a group waits for its turn on a level. */
    static String ring(String group, String level) {
        int slash = group.indexOf('/');
        return slash < 0 ? "fair-queue:" + level : "tenant:" + group.substring(0, slash) + ":" + level;
    }

    void check(Collection<Accounting.GroupCount> groups) {
        Map<String, Integer> inReady = new TreeMap<>();
        Map<String, Integer> admitted = new TreeMap<>();
        Map<String, Set<String>> known = new TreeMap<>();
        for (Accounting.GroupCount group : groups) {
            if (group.id.contains("/") && keys.has("group:" + group.id + ":meta")) {
                String tenant = group.id.substring(0, group.id.indexOf('/'));
                inReady.merge(tenant, group.ready, Integer::sum);
                admitted.merge(tenant, group.ready + group.inFlight, Integer::sum);
                known.computeIfAbsent(tenant, any -> new TreeSet<>()).add(group.id);
            }
        }
        Set<String> tenants = new TreeSet<>();
        keys.members("tenants").forEach(name -> tenants.add(name.substring(0, name.length() - 1)));
        tenants.forEach(tenant -> {
            check(tenant, inReady.getOrDefault(tenant, 0), admitted.getOrDefault(tenant, 0));
            equal(tenant, "groups", known.getOrDefault(tenant, Set.of()),
                    new TreeSet<>(keys.members("tenant:" + tenant + ":groups")));
        });
        equal("all", "tenants", true, tenants.containsAll(known.keySet()));
        keys.names().stream().filter(name -> name.startsWith("tenant:")).forEach(name -> equal(
                name, "owner", true, tenants.contains(name.substring(7, name.lastIndexOf(':')))));
        checkCounts(tenants);
    }

    private void check(String tenant, int inReady, int admitted) {
        Map<String, String> meta = keys.pairs("tenant:" + tenant + ":meta");
        String parked = meta.getOrDefault("parked", "");
        for (String level : LEVELS) {
            boolean waits = keys.has("tenant:" + tenant + ":" + level) && parked.isEmpty();
            equal(tenant, "waits on " + level, waits, keys.pairs("fair-queue:" + level).containsKey(tenant + "/"));
        }
        equal(tenant, "parked for tokens", parked.equals("rate"),
                keys.pairs("rate-limited-groups").containsKey(tenant + "/"));
        equal(tenant, "held", parked.equals("held"), keys.pairs("held-groups").containsKey(tenant + "/"));
        equal(tenant, "ready", inReady, meta.getOrDefault("ready", "0"));
        equal(tenant, "admitted", admitted, meta.getOrDefault("admitted", "0"));
        equal(tenant, "holds a slot where it waits for one", true, !parked.equals("concurrency") || admitted > 0);
        boolean limited = !meta.getOrDefault("maxRps", "0").matches("0(\\.0)?") || parked.equals("paused")
                || meta.containsKey("draining") || meta.containsKey("sendingWindow");
        equal(tenant, "limited", limited, keys.members("limited-groups").contains(tenant + "/"));
        equal(tenant, "says since when it is paused", parked.equals("paused"), meta.containsKey("pausedAt"));
    }

    /** What is kept makes the sizes of the levels numbers of groups. */
    private void checkCounts(Set<String> tenants) {
        Map<String, String> kept = keys.pairs("tenant-groups");
        for (String level : LEVELS) {
            long groups =
                    tenants.stream().mapToLong(tenant -> keys.pairs("tenant:" + tenant + ":" + level).size()).sum();
            equal("all", "groups on " + level, groups - tenantsIn("fair-queue:" + level),
                    kept.getOrDefault(level, "0"));
        }
        equal("all", "groups parked", -tenantsIn("rate-limited-groups") - tenantsIn("held-groups"),
                kept.getOrDefault("parked", "0"));
    }

    private long tenantsIn(String set) {
        return keys.pairs(set).keySet().stream().filter(member -> member.endsWith("/")).count();
    }

    private void equal(String tenant, String what, Object found, Object kept) {
        if (!found.toString().equals(kept.toString())) {
            problems.add("tenant " + tenant + ", " + what + ": found " + found + ", kept " + kept);
        }
    }
}
