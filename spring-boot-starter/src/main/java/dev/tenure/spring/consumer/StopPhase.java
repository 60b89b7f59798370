package dev.tenure.spring.consumer;

import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.LifecycleProcessor;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.env.Environment;

/**
 * Gives the consumer enough time when the application ends. Spring waits a limited time for each
 * phase of the shutdown, and then closes the clusters. The phase in which the consumer stops gets
 * the consumer's own deadline plus {@link #MARGIN}, or {@code
 * spring.lifecycle.timeout-per-shutdown-phase} if that is longer.
 */
public final class StopPhase implements ApplicationListener<ContextRefreshedEvent> {
  private static final String PER_PHASE = "spring.lifecycle.timeout-per-shutdown-phase";

  /** For what follows the consumer's deadline. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final Logger logger = ApplicationLog.of(StopPhase.class);
  private final int phase;
  private final Duration stopTimeout;
  private final Environment environment;

  public StopPhase(int phase, Duration stopTimeout, Environment environment) {
    this.phase = phase;
    this.stopTimeout = stopTimeout;
    this.environment = environment;
  }

  @Override
  public void onApplicationEvent(ContextRefreshedEvent event) {
    LifecycleProcessor processor =
        event
            .getApplicationContext()
            .getBean(
                AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME, LifecycleProcessor.class);
    if (processor instanceof DefaultLifecycleProcessor stops) {
      stops.setTimeoutForShutdownPhase(phase, timeout().toMillis());
    } else {
      logger.log(
          Level.WARNING,
          "the application's %s must wait %s for phase %d, in which the consumer stops"
              .formatted(processor.getClass().getName(), timeout(), phase));
    }
  }

  /**
   * The time limit of the phase. The default fits the 30 s that Kubernetes waits before it kills a
   * process.
   */
  Duration timeout() {
    Duration needed = stopTimeout.plus(MARGIN);
    return Binder.get(environment)
        .bind(PER_PHASE, Duration.class)
        .map(perPhase -> perPhase.compareTo(needed) > 0 ? perPhase : needed)
        .orElse(needed);
  }
}
