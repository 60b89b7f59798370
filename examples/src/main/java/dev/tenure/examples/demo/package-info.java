/**
 * The demo: two applications, two embedded clusters, producers, a consumer fleet, the admin page,
 * and at the end a verification of everything against the input. Start at {@link
 * dev.tenure.examples.demo.DemoCommand}; {@code Demo} is its sequence. Must stay true: every number
 * of the report is read from the stores or computed from the input, and none is kept in memory
 * during the work, so that it is right also after crashes.
 */
@NullMarked
package dev.tenure.examples.demo;

import org.jspecify.annotations.NullMarked;
