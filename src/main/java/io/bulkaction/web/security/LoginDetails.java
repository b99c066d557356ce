package io.bulkaction.web.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.authentication.AuthenticationDetailsSource;

/** From where and how a login is tried. */
record LoginDetails(String address, LoginMethod method) {

    static AuthenticationDetailsSource<HttpServletRequest, LoginDetails> source(LoginMethod method) {
        return request -> new LoginDetails(request.getRemoteAddr(), method);
    }
}
