package io.bulkaction.internal.web.access;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who calls, and what the page may offer to them. Whatever it says, each call is decided on when it comes. */
@RestController
final class CallerController {

    private final Callers callers;

    CallerController(Callers callers) {
        this.callers = callers;
    }

    @ChecksScope
    @GetMapping("/api/caller")
    CallerResponse caller() {
        return new CallerResponse(callers.name(), callers.abilities());
    }

    record CallerResponse(@Nullable String name, Set<CallerRights.Ability> abilities) {}
}
