package io.bulkaction.server.web.security;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** Machines with a JWT of an identity provider. */
final class JwtLogins {

    /** Three parts, of which the first is JSON in Base64. An API token made here begins with ba_ and has none. */
    private static final Pattern JWT = Pattern.compile("eyJ[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*");

    private final JwtDecoder decoder;
    private final SsoRights rights;

    JwtLogins(JwtDecoder decoder, SsoRights rights) {
        this.decoder = decoder;
        this.rights = rights;
    }

    /** By its looks alone, without a call to anybody. */
    static boolean isJwt(String token) {
        return JWT.matcher(token).matches();
    }

    /**
     * Empty if the token is not good: expired or valid for ever, of another issuer, or changed.
     *
     * @throws NoMappedRoleException if it is good, and nothing is allowed to its owner
     * @throws org.springframework.security.oauth2.jwt.JwtException if nobody can tell, because the keys of the provider
     *     cannot be read
     */
    Optional<Authentication> find(String token) {
        Jwt jwt;
        try {
            jwt = decoder.decode(token);
        } catch (BadJwtException e) {
            return Optional.empty();
        }
        if (jwt.getExpiresAt() == null) { // nobody could ever take it back
            return Optional.empty();
        }
        Map<String, Object> claims = jwt.getClaims();
        String name = rights.name(claims).orElseThrow(NoMappedRoleException::new);
        Rights granted = rights.rights(claims).orElseThrow(NoMappedRoleException::new);
        return Optional
                .of(ApiTokens.login(name, granted.authorities(), new ApiTokens.Details(jwt.getExpiresAt(), null)));
    }

    static final class NoMappedRoleException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
