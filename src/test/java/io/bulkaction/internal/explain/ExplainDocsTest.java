package io.bulkaction.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.Explanation.Code;
import io.bulkaction.Explanation.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation says of the codes. */
class ExplainDocsTest {

    private static final Pattern CODE = Pattern.compile("`([A-Z]+(?:_[A-Z]+)*)`");

    @Test
    void theApiNamesEveryCodeOnce() throws IOException {
        assertThat(codes("docs/api.md", "| `code` | of |")).containsExactlyInAnyOrder(Code.values());
    }

    @Test
    void theManualSaysWhatToDoAboutEveryCodeThatNeedsSomebody() throws IOException {
        assertThat(codes("docs/operating.md", "| `code` | do |"))
                .doesNotContainNull()
                .containsAll(Stream.of(Code.values()).filter(code -> code.state() == State.STUCK).toList());
    }

    /** Those in the first column of the table that begins so. */
    private static List<Code> codes(String file, String header) throws IOException {
        return Files.readAllLines(Path.of(file)).stream()
                .dropWhile(line -> !line.startsWith(header))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|")[1])
                .flatMap(cell -> CODE.matcher(cell).results().map(MatchResult::group))
                .map(word -> Code.valueOf(word.replace("`", "")))
                .toList();
    }
}
