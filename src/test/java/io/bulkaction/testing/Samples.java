package io.bulkaction.testing;

import io.bulkaction.JobRequest;
import io.bulkaction.internal.submit.CheckedJson;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records with a value in every component, so that a test of what is kept of them fails for a component that is new and forgotten.
 */
public final class Samples {

    private static final Instant TIME = Instant.parse("2031-02-03T04:05:06Z");

    private final Set<String> empty;

    private Samples(Set<String> empty) {
        this.empty = empty;
    }

    /** @param empty names of components that stay null, where others say the same */
    public static Samples without(String... empty) {
        return new Samples(Set.of(empty));
    }

    public <R extends Record> R of(Class<R> type) {
        RecordComponent[] components = type.getRecordComponents();
        try {
            Constructor<R> canonical = type.getDeclaredConstructor(
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return canonical.newInstance(Stream.of(components)
                    .map(each -> empty.contains(each.getName()) ? null : value(each.getGenericType()))
                    .toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("no sample of " + type, e);
        }
    }

    private @Nullable Object value(Type type) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return List.of(value(list.getActualTypeArguments()[0]));
        }
        if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
            return Map.of("sample-key", "sample value");
        }
        if (type instanceof ParameterizedType stream && stream.getRawType() == Stream.class) {
            return Stream.of(of(JobRequest.class));
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isRecord()) {
            return of(raw.asSubclass(Record.class));
        }
        return raw.isEnum() ? raw.getEnumConstants()[raw.getEnumConstants().length - 1] : plain(raw);
    }

    private static Object plain(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "String" -> "sample-text";
            case "Object" -> new CheckedJson("{\"n\":1}");
            case "Double" -> 0.5;
            case "Integer" -> 3;
            case "Long" -> 4L;
            case "boolean" -> true;
            case "Instant" -> TIME;
            case "Duration" -> Duration.ofMinutes(90);
            default -> throw new AssertionError("no sample of " + type);
        };
    }
}
