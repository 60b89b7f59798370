package dev.tenure.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.env.Environment;

/**
 * Gives the consumer its time when the application ends: Spring waits for a phase of the shutdown
 * no longer than {@code spring.lifecycle.timeout-per-shutdown-phase}, and goes on to close the
 * clusters. The phase in which the consumer stops is made longer than the consumer's own deadline,
 * and is never made shorter than Spring's.
 */
final class StopPhase implements ApplicationListener<ContextRefreshedEvent> {
  private static final String PER_PHASE = "spring.lifecycle.timeout-per-shutdown-phase";
  private static final Duration PER_PHASE_DEFAULT = Duration.ofSeconds(30);

  /** For what follows the consumer's deadline. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final int phase;
  private final Duration stopTimeout;
  private final Environment environment;

  StopPhase(int phase, Duration stopTimeout, Environment environment) {
    this.phase = phase;
    this.stopTimeout = stopTimeout;
    this.environment = environment;
  }

  @Override
  public void onApplicationEvent(ContextRefreshedEvent event) {
    String name = AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME;
    if (event.getApplicationContext().getBean(name) instanceof DefaultLifecycleProcessor stops) {
      stops.setTimeoutForShutdownPhase(phase, timeout().toMillis());
    }
  }

  private Duration timeout() {
    Duration perPhase =
        Binder.get(environment).bind(PER_PHASE, Duration.class).orElse(PER_PHASE_DEFAULT);
    Duration needed = stopTimeout.plus(MARGIN);
    return needed.compareTo(perPhase) > 0 ? needed : perPhase;
  }
}
