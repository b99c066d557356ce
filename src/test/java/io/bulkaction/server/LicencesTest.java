package io.bulkaction.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How the list of libraries is compared; the real list, which only a build with a network has, is in ExecutableJarIT. */
class LicencesTest {

    @Test
    void aLicenceThatIsNotDocumentedIsFound() throws Exception {
        Licences documented = Licences.documented();
        JsonNode sample = read(new ClassPathResource("sbom-sample.cdx.json").getContentAsString(UTF_8));

        assertThat(documented.missing(sample)).isEmpty();
        assertThat(documented.missing(read(sample.toString().replace("\"MIT\"", "\"AGPL-3.0-only\""))))
                .containsExactly("lettuce-core [AGPL-3.0-only]");
        assertThat(documented.missing(read("{\"components\": [{\"name\": \"nameless\"}]}")))
                .containsExactly("nameless []");
    }

    private static JsonNode read(String json) {
        return JsonMapper.shared().readTree(json);
    }
}
