package io.bulkaction.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What the POM promises to those who use the library, and what Maven Central asks of it. */
class PomTest {

    private static final Pattern BROUGHT = Pattern.compile("Its POM names (.*?)\\.\\s", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final XPath path = XPathFactory.newInstance().newXPath();
    private Document pom;

    @BeforeEach
    void read() throws Exception {
        pom = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(Path.of("pom.xml").toFile());
    }

    @Test
    void whatAnApplicationGetsWithTheLibraryIsWhatIsDocumented() throws Exception {
        String page = Files.readString(Path.of("docs/api.md"));
        String sentence = BROUGHT.matcher(page).results().findFirst().orElseThrow().group(1);

        String brought = "/project/dependencies/dependency[not(optional='true') and not(scope='test')]";
        List<String> groups = all(brought + "/groupId");
        List<String> artifacts = all(brought + "/artifactId");
        assertThat(IntStream.range(0, groups.size()).mapToObj(i -> groups.get(i) + ":" + artifacts.get(i)))
                .containsExactlyInAnyOrderElementsOf(
                        CODE.matcher(sentence).results().map(found -> found.group(1)).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
        "scm/url", "scm/connection", "scm/developerConnection", "scm/tag"
    })
    void itSaysWhatMavenCentralAsksFor(String element) throws Exception {
        assertThat(text("/project/" + element)).isNotBlank();
    }

    @Test
    void twoBuildsOfOneCommitHaveTheSameTime() throws Exception {
        assertThat(Instant.parse(text("/project/properties/project.build.outputTimestamp"))).isNotNull();
    }

    @Test
    void everyBuildMakesSourcesAndJavadocAndAReleaseSignsThem() throws Exception {
        assertThat(goals("/project/build", "maven-source-plugin")).containsExactly("jar-no-fork");
        assertThat(goals("/project/build", "maven-javadoc-plugin")).containsExactly("jar");
        assertThat(goals("/project/profiles/profile[id='release']/build", "maven-gpg-plugin")).containsExactly("sign");
    }

    /** Where there is none, the execution's id is what Maven shows of it. */
    @Test
    void whoHasNoJdkForTheTestsIsToldSoAtOnce() throws Exception {
        String needed = text("/project/properties/maven.compiler.testRelease");
        String check = "/project/profiles/profile[id='tests' and activation/property/name='!maven.test.skip']"
                + "/build/plugins/plugin[artifactId='maven-toolchains-plugin']/executions/execution";
        assertThat(text(check + "/configuration/version")).isEqualTo("[${maven.compiler.testRelease},)");
        assertThat(text(check + "/id")).startsWith("the tests need a JDK " + needed).contains("-Dmaven.test.skip=true");
    }

    private List<String> goals(String build, String plugin) throws Exception {
        return all(build + "/plugins/plugin[artifactId='" + plugin + "']/executions/execution/goals/goal");
    }

    private String text(String expression) throws Exception {
        return path.evaluate(expression, pom).strip();
    }

    private List<String> all(String expression) throws Exception {
        NodeList found = (NodeList) path.evaluate(expression, pom, XPathConstants.NODESET);
        return IntStream.range(0, found.getLength()).mapToObj(i -> found.item(i).getTextContent().strip()).toList();
    }
}
