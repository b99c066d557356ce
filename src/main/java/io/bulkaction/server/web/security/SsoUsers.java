package io.bulkaction.server.web.security;

import java.io.Serial;
import java.util.Collection;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/** People from an identity provider, with the rights that their claims give. */
final class SsoUsers implements OAuth2UserService<OidcUserRequest, OidcUser> {

    /** Code of the failure of somebody who is known to the provider, but may do nothing here. */
    static final String NO_ROLE = "no_mapped_role";

    private final OidcUserService provider = new OidcUserService();
    private final SsoRights rights;

    SsoUsers(SsoRights rights) {
        this.rights = rights;
    }

    @Override
    public OidcUser loadUser(OidcUserRequest request) {
        OidcUser known = provider.loadUser(request);
        String name = rights.name(known.getClaims()).orElseThrow(SsoUsers::noRole);
        Rights granted = rights.rights(known.getClaims()).orElseThrow(SsoUsers::noRole);
        return new User(granted.authorities(), known, name);
    }

    private static OAuth2AuthenticationException noRole() {
        return new OAuth2AuthenticationException(new OAuth2Error(NO_ROLE));
    }

    private static final class User extends DefaultOidcUser {

        @Serial
        private static final long serialVersionUID = 1L;

        private final String name;

        User(Collection<? extends GrantedAuthority> authorities, OidcUser known, String name) {
            super(authorities, known.getIdToken(), known.getUserInfo());
            this.name = name;
        }

        @Override
        public String getName() {
            return name;
        }
    }
}
