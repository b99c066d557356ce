package io.bulkaction.internal.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Cuts what is too long for one call of a script. */
public final class Steps {

    private Steps() {}

    /** In their order; only the last may be shorter. */
    public static <T> List<List<T>> of(Collection<T> all, int size) {
        List<T> list = List.copyOf(all);
        List<List<T>> steps = new ArrayList<>();
        for (int from = 0; from < list.size(); from += size) {
            steps.add(list.subList(from, Math.min(list.size(), from + size)));
        }
        return steps;
    }
}
