package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.context.support.StaticMessageSource;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.csrf.DefaultCsrfToken;

class LoginPageTest {

    @Test
    void everythingPutIntoThePageIsEscaped() throws IOException {
        StaticMessageSource messages = new StaticMessageSource();
        messages.setUseCodeAsDefaultMessage(true);
        messages.addMessage("login.error", Locale.ENGLISH, "<b>\"&' $1 {{lang}}</b>");
        SecuritySettings settings = new SecuritySettings(Map.of(), Map.of(), login(), List.of(), true);
        LoginPage page = new LoginPage(messages, settings, signOn());

        String html = page.show(Map.of("error", ""), new DefaultCsrfToken("h", "p", "\"><script>"), Locale.ENGLISH)
                .getBody();

        assertThat(html)
                .contains("&lt;b&gt;&quot;&amp;&#39; $1 {{lang}}&lt;/b&gt;", "value=\"&quot;&gt;&lt;script&gt;\"")
                .doesNotContain("<b>", "<script>");
    }

    private static SingleSignOn signOn() {
        StaticListableBeanFactory none = new StaticListableBeanFactory();
        return new SingleSignOn(
                new SsoSettings("roles", "sub", List.of()), none.getBeanProvider(ClientRegistrationRepository.class),
                none.getBeanProvider(JwtDecoder.class));
    }

    private static SecuritySettings.Login login() {
        Duration second = Duration.ofSeconds(1);
        return new SecuritySettings.Login(
                5, second, second, second, second, 50, 100, new SecuritySettings.Budget(30, 50, 100, second),
                new SecuritySettings.Checks(1, 20));
    }
}
