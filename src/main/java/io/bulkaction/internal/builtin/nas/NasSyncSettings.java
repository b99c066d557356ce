package io.bulkaction.internal.builtin.nas;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param stagingRoot Directory of the files to upload.
 * @param nasRoot Directory at which the NAS is mounted.
 * @param nasMarker Name of a file in the root of the NAS. Where it is missing, the NAS counts as not mounted and
 *     nothing is written.
 * @param verify Whether every uploaded file is read back before it takes its place.
 */
@Validated
@ConfigurationProperties("bulk-action.processors.nas-sync")
record NasSyncSettings(
        @NotNull Path stagingRoot,
        @NotNull Path nasRoot,
        @Nullable @Pattern(regexp = "[^/\\\\]+") String nasMarker,
        @DefaultValue("true") boolean verify) {

    @AssertTrue(message = "staging-root and nas-root must be absolute and must not lie inside each other")
    boolean isRootsApart() {
        if (stagingRoot == null || nasRoot == null) {
            return true;
        }
        Path staging = stagingRoot.normalize();
        Path nas = nasRoot.normalize();
        return staging.isAbsolute() && nas.isAbsolute() && !staging.startsWith(nas) && !nas.startsWith(staging);
    }
}
