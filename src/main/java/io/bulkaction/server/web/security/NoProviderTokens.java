package io.bulkaction.server.web.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;

/** Forgets the access tokens of people: the service calls nobody in their name. */
final class NoProviderTokens implements OAuth2AuthorizedClientRepository {

    @Override
    public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(
            String registration, Authentication who, HttpServletRequest request) {
        return null;
    }

    @Override
    public void saveAuthorizedClient(
            OAuth2AuthorizedClient client, Authentication who, HttpServletRequest request,
            HttpServletResponse response) {}

    @Override
    public void removeAuthorizedClient(
            String registration, Authentication who, HttpServletRequest request, HttpServletResponse response) {}
}
