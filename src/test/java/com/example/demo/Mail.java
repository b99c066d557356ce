package com.example.demo;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;

/** One mail. */
public record Mail(@NotBlank @Email String to, @NotBlank String text) {}
