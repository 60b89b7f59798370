package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Upgrades the consumer that began with a release of Tenure from before leases of visits, and later
 * starts a consumer with that release again, by mistake.
 */
final class EarlierTenure {
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final DeploymentWorld world;
  private final Fleet fleet;
  private final SplittableRandom random;
  private final SimulatedProcess process;
  private boolean calm;

  EarlierTenure(DeploymentWorld world, Fleet fleet) {
    this.world = world;
    this.fleet = fleet;
    this.random = world.scheduler.random("earlier Tenure");
    this.process = world.scheduler.process("upgrades of Tenure");
  }

  void start() {
    long busyMillis = world.plan.busy().toMillis();
    after(Duration.ofMillis(random.nextLong(busyMillis / 5, busyMillis / 2)), this::upgrade);
    FleetConsumer late = fleet.consumers().get(random.nextInt(fleet.consumers().size()));
    after(Duration.ofMillis(random.nextLong(busyMillis * 3 / 5, busyMillis)), () -> rollBack(late));
  }

  /** Starts no consumer with the earlier release any more. */
  void calmDown() {
    calm = true;
  }

  private void after(Duration delay, Runnable action) {
    var unused = process.timer().schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A consumer that is just being started or stopped is upgraded later. */
  private void upgrade() {
    boolean isDone = true;
    for (FleetConsumer consumer : fleet.consumers()) {
      if (consumer.release().isOnEarlierTenure()) {
        consumer.replaceBy(consumer.release().onThisTenure());
        isDone = false;
      }
    }
    if (!isDone && !calm) {
      after(AGAIN, this::upgrade);
    }
  }

  private void rollBack(FleetConsumer late) {
    if (!calm && !late.release().isOnEarlierTenure()) {
      late.replaceBy(late.release().onEarlierTenure());
      after(AGAIN, () -> rollBack(late));
    }
  }
}
