package dev.tenure.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once for each of several seeds, each time on its own virtual time. The test may
 * have a parameter of type {@link dev.tenure.testkit.scheduling.DeterministicScheduler} and one of
 * type {@link dev.tenure.testkit.engine.SimulatedEngine}. {@code -Dtenure.seed=N} runs seed N
 * alone.
 *
 * <p>A failure names its seed and shows the last steps of the run. A test also fails when a task
 * that no caller waited for has failed.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SimulationExtension.class)
public @interface SimulatedTest {
  /** The number of seeds with which the test runs, at least 1. */
  int seeds() default 20;

  /** The first seed; the others follow it. */
  long from() default 1;
}
