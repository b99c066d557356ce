package io.bulkaction.internal.web.hosted;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** The page itself, with what its script must know of the application. */
@RestController
final class IndexPage {

    private static final String END_OF_HEAD = "</head>";

    private final HostLogin login;
    private final String html;

    IndexPage(HostLogin login) throws IOException {
        this.login = login;
        this.html = new ClassPathResource(PageContext.FILES + "index.html").getContentAsString(StandardCharsets.UTF_8);
    }

    /** What the page loads is named relative to the path with its slash. */
    @GetMapping({"", "/", "/index.html"})
    ResponseEntity<String> show(HttpServletRequest request) {
        if (request.getPathInfo() == null) {
            return ResponseEntity.status(HttpStatus.FOUND)
                    .header(HttpHeaders.LOCATION, request.getRequestURI() + "/").build();
        }
        StringBuilder head = new StringBuilder(meta("bulk-action-hosted", "true"));
        login.csrf(request).ifPresent(csrf -> head
                .append(meta("bulk-action-csrf-header", csrf.header()))
                .append(meta("bulk-action-csrf-token", csrf.token())));
        return ResponseEntity.ok()
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .body(html.replace(END_OF_HEAD, head + END_OF_HEAD));
    }

    private static String meta(String name, String content) {
        return "    <meta name=\"" + name + "\" content=\""
                + HtmlUtils.htmlEscape(content, StandardCharsets.UTF_8.name()) + "\">\n";
    }
}
