package io.bulkaction.testing;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;

/**
 * A real authorization server on a port of its own, with ada (role boss), vic (role watcher) and ned (none), and the
 * client machine (role sender, tenant acme/*).
 */
public final class IdentityProvider implements AutoCloseable {

    public static final String PASSWORD = "at-the-provider";
    public static final String SECRET = "secret-of-the-page";
    public static final String MACHINE_SECRET = "secret-of-the-machine";

    private final ConfigurableApplicationContext context;

    private IdentityProvider(ConfigurableApplicationContext context) {
        this.context = context;
    }

    public static IdentityProvider start() {
        return new IdentityProvider(SpringApplication.run(
                Server.class, "--server.port=0", "--server.servlet.session.cookie.name=PROVIDER_SESSION"));
    }

    public String url() {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    /**
     * A JWT with the key of this server.
     *
     * @param expiry null = never
     */
    public String sign(@Nullable Instant expiry, Map<String, Object> claims) {
        return sign(context.getBean(Keys.class).key(), expiry, claims);
    }

    /** A JWT that only claims to be of this server. */
    public String forge(Instant expiry, Map<String, Object> claims) {
        return sign(Server.newKey(), expiry, claims);
    }

    /** A JWT of a key that nobody knows. */
    public String signWithUnknownKey(Instant expiry, Map<String, Object> claims) {
        RSAKey own = context.getBean(Keys.class).key();
        return sign(new RSAKey.Builder(own).keyID(UUID.randomUUID().toString()).build(), expiry, claims);
    }

    private String sign(RSAKey key, @Nullable Instant expiry, Map<String, Object> claims) {
        JwtClaimsSet set = JwtClaimsSet.builder().issuer(url()).subject("somebody").claims(all -> {
            if (expiry != null) {
                all.put("exp", expiry);
            }
            all.putAll(claims);
        }).build();
        return new NimbusJwtEncoder(new ImmutableJWKSet<>(new JWKSet(key)))
                .encode(JwtEncoderParameters.from(JwsHeader.with(SignatureAlgorithm.RS256).build(), set))
                .getTokenValue();
    }

    /** How often somebody asked for the keys. */
    public int keysAsked() {
        return context.getBean(Keys.class).asked().get();
    }

    @Override
    public void close() {
        context.close();
    }

    /** @param asked how often they were looked at */
    record Keys(RSAKey key, AtomicInteger asked) {}

    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    @ImportAutoConfiguration({TomcatServletWebServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class, HttpMessageConvertersAutoConfiguration.class,
        SecurityFilterAutoConfiguration.class})
    static class Server {

        @Bean
        @Order(1)
        SecurityFilterChain protocol(HttpSecurity http) {
            return http.oauth2AuthorizationServer(server -> {
                http.securityMatcher(server.getEndpointsMatcher());
                server.oidc(oidc -> {});
            })
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .exceptionHandling(
                            answers -> answers.authenticationEntryPoint(new LoginUrlAuthenticationEntryPoint("/login")))
                    .build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain people(HttpSecurity http) {
            return http.authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .formLogin(form -> {})
                    .csrf(AbstractHttpConfigurer::disable)
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(user("ada", "boss"), user("vic", "watcher"), user("ned", "nothing"));
        }

        private static UserDetails user(String name, String role) {
            return User.withUsername(name).password("{noop}" + PASSWORD).authorities(role).build();
        }

        @Bean
        RegisteredClientRepository clients() {
            return new InMemoryRegisteredClientRepository(
                    RegisteredClient.withId("1").clientId("page").clientSecret("{noop}" + SECRET)
                            .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                            .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                            // any port of a loopback address is as good
                            .redirectUri("http://127.0.0.1/login/oauth2/code/company").scope("openid").build(),
                    RegisteredClient.withId("2").clientId("machine").clientSecret("{noop}" + MACHINE_SECRET)
                            .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                            .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS).build());
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> roles() {
            return token -> {
                boolean machine = token.getAuthorizationGrantType().equals(AuthorizationGrantType.CLIENT_CREDENTIALS);
                List<String> roles = machine
                        ? List.of("sender")
                        : token.getPrincipal().getAuthorities().stream().map(each -> each.getAuthority()).toList();
                token.getClaims().claim("access", Map.of("roles", roles));
                if (machine) {
                    token.getClaims().claim("tenants", List.of("acme/*"));
                }
            };
        }

        @Bean
        AuthorizationServerSettings settings() {
            return AuthorizationServerSettings.builder().build();
        }

        @Bean
        Keys keys() {
            return new Keys(newKey(), new AtomicInteger());
        }

        @Bean
        JWKSource<SecurityContext> published(Keys keys) {
            JWKSource<SecurityContext> all = new ImmutableJWKSet<>(new JWKSet(keys.key()));
            return (wanted, context) -> {
                keys.asked().incrementAndGet();
                return all.get(wanted, context);
            };
        }

        @Bean
        JwtDecoder decoder(JWKSource<SecurityContext> keys) {
            return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
        }

        static RSAKey newKey() {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
                generator.initialize(2048);
                var pair = generator.generateKeyPair();
                return new RSAKey.Builder((RSAPublicKey) pair.getPublic()).privateKey(pair.getPrivate()).keyID("1")
                        .build();
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
