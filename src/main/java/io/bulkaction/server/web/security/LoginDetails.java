package io.bulkaction.server.web.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.authentication.AuthenticationDetailsSource;

/** Where a login comes from, and how it is sent. */
record LoginDetails(String address, LoginMethod method) {

    static AuthenticationDetailsSource<HttpServletRequest, LoginDetails> source(LoginMethod method) {
        return request -> new LoginDetails(request.getRemoteAddr(), method);
    }
}
