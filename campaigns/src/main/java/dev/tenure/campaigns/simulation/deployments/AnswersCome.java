package dev.tenure.campaigns.simulation.deployments;

import java.time.Duration;

/**
 * Checks that each call of a producer ends in time, also a call to a cluster that does not answer.
 */
final class AnswersCome implements Promise {
  /** For every cluster that is asked in turn, and for a call that is repeated. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final DeploymentWorld world;
  private final Fleet fleet;

  AnswersCome(DeploymentWorld world, Fleet fleet) {
    this.world = world;
    this.fleet = fleet;
  }

  @Override
  public void secondPassed() {
    for (FleetProducer producer : fleet.producers()) {
      producer
          .waitingSince()
          .ifPresent(
              since -> {
                Duration waits = Duration.between(since, world.scheduler.now());
                world.require(
                    waits.compareTo(LIMIT) <= 0,
                    producer.process().name() + " waits for an answer for " + waits);
              });
    }
  }
}
