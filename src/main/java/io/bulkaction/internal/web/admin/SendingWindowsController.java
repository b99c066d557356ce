package io.bulkaction.internal.web.admin;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.sending.SendingWindow;
import io.bulkaction.internal.operate.sending.SendingWindowView;
import io.bulkaction.internal.operate.sending.SendingWindows;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Sending windows, for all queues: which hours each has, and whether it is open. */
@RestController
@RequestMapping("/admin/sending-windows")
final class SendingWindowsController {

    private final SendingWindows windows;
    private final AdminMessages messages;

    SendingWindowsController(SendingWindows windows, AdminMessages messages) {
        this.windows = windows;
        this.messages = messages;
    }

    @GetMapping
    WindowsResponse all() {
        return new WindowsResponse(windows.all().stream().map(each -> WindowResponse.of(each, null)).toList());
    }

    @GetMapping("/{name}")
    WindowResponse one(@PathVariable String name) {
        return WindowResponse.of(windows.get(name), null);
    }

    /** Creates it, or replaces the one of this name, at once for all that keep to it. */
    @PutMapping("/{name}")
    WindowResponse put(@PathVariable String name, @RequestBody @Valid WindowRequest request, Actor actor) {
        return WindowResponse.of(windows.put(request.window(name), actor), messages.text("admin.window.set"));
    }

    @DeleteMapping("/{name}")
    Deleted delete(@PathVariable String name, Actor actor) {
        windows.delete(name, actor);
        return new Deleted(true, messages.text("admin.window.deleted"));
    }

    /** What is left out has its default. */
    record WindowRequest(
            @NotEmpty List<@NotNull String> open,
            @Nullable String zone,
            @Nullable String days,
            @Nullable List<@NotNull LocalDate> except,
            @JsonAnySetter @Nullable Map<String, Object> unknown) {

        private static final List<String> FIELDS = List.of("open", "zone", "days", "except");

        SendingWindow window(String name) {
            if (unknown != null && !unknown.isEmpty()) { // a misspelt exception would be none
                throw InvalidFieldException.unknown(unknown.keySet().iterator().next(), FIELDS);
            }
            return new SendingWindow(
                    name, SendingWindow.Origin.API, open, Objects.requireNonNullElse(zone, "UTC"),
                    Objects.requireNonNullElse(days, "MON-SUN"), Objects.requireNonNullElse(except, List.of()));
        }
    }

    /**
     * @param isOpen now
     * @param until when it closes, or opens next
     * @param queues that keep to it
     */
    record WindowResponse(
            @Nullable String message,
            String name,
            SendingWindow.Origin origin,
            List<String> open,
            String zone,
            String days,
            List<LocalDate> except,
            boolean isOpen,
            @Nullable Instant until,
            List<QueueName> queues) {

        static WindowResponse of(SendingWindowView view, @Nullable String message) {
            SendingWindow window = view.window();
            return new WindowResponse(
                    message, window.name(), window.origin(), window.open(), window.zone(), window.days(),
                    window.except(), view.open(), view.until(), view.queues());
        }
    }

    record WindowsResponse(List<WindowResponse> items) {}

    record Deleted(boolean success, String message) {}
}
