package dev.tenure.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once for each of some seeds, each time on a virtual time of its own. It may take
 * a {@link dev.tenure.testkit.scheduling.DeterministicScheduler} and a {@link
 * dev.tenure.testkit.engine.SimulatedEngine} on it. {@code -Dtenure.seed=N} runs that seed alone.
 *
 * <p>A failure names its seed and shows the last steps of the run. An exception in a task that
 * nobody waited for fails the test too.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SimulationExtension.class)
public @interface SimulatedTest {
  /** How many seeds, at least 1. */
  int seeds() default 20;

  /** The first seed; the others follow it. */
  long from() default 1;
}
