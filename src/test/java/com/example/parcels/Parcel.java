package com.example.parcels;

import jakarta.validation.constraints.NotBlank;

/** In JSON: {@code {"parcel_number":42,"home_town":"Seoul"}}. */
record Parcel(int parcelNumber, @NotBlank String homeTown) {}
