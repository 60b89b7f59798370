/**
 * Tests of JUnit 5 that run once for each seed, on virtual time. Start at {@link dev.tenure.testkit.junit.SimulatedTest}.
 */
@NullMarked
package dev.tenure.testkit.junit;

import org.jspecify.annotations.NullMarked;
