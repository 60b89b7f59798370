/**
 * JUnit 5: tests that run once a seed, on virtual time. Start at {@link
 * dev.tenure.testkit.junit.SimulatedTest}.
 */
@NullMarked
package dev.tenure.testkit.junit;

import org.jspecify.annotations.NullMarked;
