package dev.tenure.testkit.junit;

import dev.tenure.testkit.engine.EngineFaults;
import dev.tenure.testkit.engine.FaultRates;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/**
 * One run of a test, by one seed.
 */
final class SeededRun
    implements TestTemplateInvocationContext,
        ParameterResolver,
        TestExecutionExceptionHandler,
        AfterTestExecutionCallback {
  private static final int LINES_SHOWN = 30;

  private final long seed;
  private @Nullable DeterministicScheduler scheduler;
  private @Nullable SimulatedEngine engine;

  SeededRun(long seed) {
    this.seed = seed;
  }

  @Override
  public String getDisplayName(int invocation) {
    return "seed " + seed;
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(this);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == DeterministicScheduler.class || type == SimulatedEngine.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == SimulatedEngine.class ? engine() : scheduler();
  }

  private DeterministicScheduler scheduler() {
    if (scheduler == null) {
      scheduler = DeterministicScheduler.seeded(seed);
    }
    return scheduler;
  }

  private SimulatedEngine engine() {
    if (engine == null) {
      EngineFaults faults =
          new EngineFaults(FaultRates.usual(), scheduler().random("faults"), fault -> {});
      engine = new SimulatedEngine(scheduler(), faults);
    }
    return engine;
  }

  /**
   * Fails the test when a task that no caller waited for has failed.
   */
  @Override
  public void afterTestExecution(ExtensionContext context) {
    List<Throwable> failures = scheduler().failures();
    if (context.getExecutionException().isEmpty() && !failures.isEmpty()) {
      throw described(failures.get(0));
    }
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure) {
    throw described(failure);
  }

  AssertionError described(Throwable failure) {
    List<String> lines = scheduler().trace().tail();
    String last =
        String.join("\n  ", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    return new AssertionError(
        "seed %d: %s%nTo run this seed alone: -D%s=%d. Its last steps:%n  %s"
            .formatted(seed, failure, SimulationExtension.SEED_PROPERTY, seed, last),
        failure);
  }
}
