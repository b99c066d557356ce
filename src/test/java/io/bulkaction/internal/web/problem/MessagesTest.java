package io.bulkaction.internal.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MessagesTest {

    private static final Pattern ARGUMENT = Pattern.compile("\\{\\d+}");

    private final Properties english = load("/io/bulkaction/internal/web/messages.properties");
    private final Properties korean = load("/io/bulkaction/internal/web/messages_ko.properties");

    @Test
    void bothLanguagesSayTheSameThings() {
        assertThat(korean.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
        for (String key : english.stringPropertyNames()) {
            assertThat(arguments(korean.getProperty(key))).as(key).isEqualTo(arguments(english.getProperty(key)));
            assertThat(english.getProperty(key)).as(key).isNotBlank().matches("\\p{ASCII}+").doesNotContain("'");
            assertThat(korean.getProperty(key)).as(key).isNotBlank().doesNotContain("'");
        }
    }

    @Test
    void everyProblemHasATitleAndADetail() throws IllegalAccessException {
        List<String> codes = new ArrayList<>();
        for (Field field : ProblemType.class.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.get(null) instanceof ProblemType type) {
                assertThat(type.code()).isEqualTo(field.getName());
                codes.add(type.code());
            }
        }

        assertThat(codes).contains("INVALID_ID").allSatisfy(code -> assertThat(english)
                .containsKeys("problem." + code + ".title", "problem." + code + ".detail"));
    }

    private static List<String> arguments(String message) {
        return ARGUMENT.matcher(message).results().map(found -> found.group()).sorted().toList();
    }

    private static Properties load(String name) {
        Properties properties = new Properties();
        try (Reader in = new InputStreamReader(MessagesTest.class.getResourceAsStream(name), StandardCharsets.UTF_8)) {
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return properties;
    }
}
