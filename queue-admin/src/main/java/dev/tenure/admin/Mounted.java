package dev.tenure.admin;

/**
 * A bean where the page lies below a path of an application. Health and metrics are then the
 * application's, and the page does not know where.
 */
public record Mounted() {}
