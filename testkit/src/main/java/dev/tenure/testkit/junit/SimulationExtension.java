package dev.tenure.testkit.junit;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs a {@link SimulatedTest} once for each of its seeds.
 */
final class SimulationExtension implements TestTemplateInvocationContextProvider {
  static final String SEED_PROPERTY = "tenure.seed";

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), SimulatedTest.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    SimulatedTest test =
        AnnotationSupport.findAnnotation(context.getTestMethod(), SimulatedTest.class)
            .orElseThrow();
    return seeds(test.seeds(), test.from(), Long.getLong(SEED_PROPERTY)).mapToObj(SeededRun::new);
  }

  /**
   * The seeds to run.
   *
   * @param only the one seed to run instead; null: all of them
   */
  static LongStream seeds(int count, long from, @Nullable Long only) {
    if (count < 1) {
      throw new IllegalArgumentException("seeds is " + count + ", at least 1 is needed");
    }
    return only != null ? LongStream.of(only) : LongStream.range(from, from + count);
  }
}
