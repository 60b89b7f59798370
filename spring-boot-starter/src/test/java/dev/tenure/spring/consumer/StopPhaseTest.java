package dev.tenure.spring.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spring.LogLines;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.LifecycleProcessor;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.env.MockEnvironment;

/** How long Spring waits for the phase in which the consumer stops. */
final class StopPhaseTest {

  @ParameterizedTest
  @CsvSource({
    // Kubernetes and Docker kill after 30 s and 10 s: what nobody has set fits the former
    "20s, , 25s",
    "20s, 10s, 25s",
    "20s, 30s, 30s",
    "40s, , 45s",
    "0s, , 5s",
    "0s, 30s, 30s"
  })
  void theLongerOfBothIsWaitedFor(String stopTimeout, String perPhase, String expected) {
    assertThat(phase(stopTimeout, perPhase).timeout()).isEqualTo(duration(expected));
  }

  private static StopPhase phase(String stopTimeout, @Nullable String perPhase) {
    MockEnvironment environment = new MockEnvironment();
    if (perPhase != null) {
      environment.setProperty("spring.lifecycle.timeout-per-shutdown-phase", perPhase);
    }
    return new StopPhase(7, duration(stopTimeout), environment);
  }

  private static Duration duration(String seconds) {
    return Duration.parse("PT" + seconds);
  }

  @Test
  void anOwnLifecycleProcessorIsToldThatItHasToWait() {
    try (LogLines log = LogLines.of(StopPhase.class.getName())) {
      refreshWithOwnProcessor();
      assertThat(log.lines())
          .containsExactly(
              "WARN the application's "
                  + OwnProcessor.class.getName()
                  + " must wait PT25S for phase 7, in which the consumer stops");
    }
  }

  private static void refreshWithOwnProcessor() {
    GenericApplicationContext context = new GenericApplicationContext();
    context.registerBean(
        AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME,
        LifecycleProcessor.class,
        OwnProcessor::new);
    context.addApplicationListener(phase("20s", null));
    context.refresh();
    context.close();
  }

  private static final class OwnProcessor implements LifecycleProcessor {
    @Override
    public void onRefresh() {}

    @Override
    public void onClose() {}

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public boolean isRunning() {
      return true;
    }
  }
}
