package io.bulkaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "./a", "../a", "a/.", "a/..", "a/./b", "a/../b", "/..", "../"})
    void anIdThatIsAStepInAPathIsRefused(String id) {
        assertThatThrownBy(() -> new GroupId(id)).isInstanceOf(InvalidIdException.class).hasMessage(
                "groupId '" + id + "' is not allowed: use 1-128 characters of A-Z a-z 0-9 . _ : @ / -,"
                        + " and no part between slashes that is '.' or '..'");
        assertThatThrownBy(() -> new JobId(id)).isInstanceOf(InvalidIdException.class);
        assertThatThrownBy(() -> new QueueName(id)).isInstanceOf(InvalidIdException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"...", ".a", "a.", "..a", "a..", "a/.b", "a../b", "v1.2", "a//b", "a:..:b"})
    void dotsBesideSomethingElseStayAllowed(String id) {
        assertThat(new GroupId(id).value()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a", "a/"})
    void aGroupHasNoSlashAtItsBeginningOrEnd(String id) {
        assertThatThrownBy(() -> new GroupId(id)).isInstanceOf(InvalidIdException.class).hasMessage("groupId '" + id
                + "' is not allowed: use an id without a slash at its beginning or end");
        assertThat(new JobId(id).value()).isEqualTo(id);
    }
}
