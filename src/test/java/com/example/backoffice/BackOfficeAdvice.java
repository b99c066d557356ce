package com.example.backoffice;

import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers whatever goes wrong in the back office in its own way. */
@RestControllerAdvice
class BackOfficeAdvice {

    @ExceptionHandler
    ResponseEntity<Map<String, String>> sorry(Exception e) {
        if (e instanceof AccessDeniedException denied) {
            throw denied;
        }
        return ResponseEntity.status(HttpStatus.INSUFFICIENT_STORAGE)
                .body(Map.of("sorry", String.valueOf(e.getMessage())));
    }
}
