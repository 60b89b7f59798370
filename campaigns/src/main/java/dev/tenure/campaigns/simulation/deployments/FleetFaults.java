package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Inflicts the troubles of a seed on its processes, at random times, until {@link #end}. */
final class FleetFaults {
  private static final int BETWEEN_MILLIS_MAX = 12_000;
  private static final int MOMENT_SECONDS_MAX = 10;
  private static final int HANGS_MAX = 2;
  private static final int REJECTED_MILLIS_MAX = 300;
  private static final int HANG_SECONDS_MIN = 20;
  private static final int HANG_SECONDS_MAX = 80;

  private final DeploymentWorld world;
  private final Fleet fleet;
  private final SplittableRandom random;
  private final SimulatedProcess process;
  private final List<Trouble> striking = new ArrayList<>();
  private boolean ended;
  private boolean hanging;
  private int hangs;
  private @Nullable Runnable armed;

  FleetFaults(DeploymentWorld world, Fleet fleet) {
    this.world = world;
    this.fleet = fleet;
    this.random = world.scheduler.random("mishaps");
    this.process = world.scheduler.process("mishaps");
    for (Trouble trouble :
        List.of(Trouble.CRASHES, Trouble.HANGING, Trouble.UPGRADES, Trouble.REJECTIONS)) {
      if (world.plan.has(trouble)) {
        striking.add(trouble);
      }
    }
  }

  void start() {
    if (!striking.isEmpty()) {
      later();
    }
  }

  /** Ends the faults: paused processes and hanging clusters continue. */
  void end() {
    ended = true;
    world.links.recover();
    fleet.consumers().forEach(FleetConsumer::resume);
  }

  private void later() {
    var unused =
        process
            .timer()
            .schedule(this::strike, random.nextInt(BETWEEN_MILLIS_MAX), TimeUnit.MILLISECONDS);
  }

  private void strike() {
    if (ended) {
      return;
    }
    FleetConsumer victim = fleet.consumers().get(random.nextInt(fleet.consumers().size()));
    switch (striking.get(random.nextInt(striking.size()))) {
      case CRASHES -> befall(victim);
      case HANGING -> hang(victim);
      case UPGRADES -> upgrade(victim);
      default -> {
        if (victim.isLive()) {
          victim.rejectFor(Duration.ofMillis(random.nextInt(REJECTED_MILLIS_MAX)));
        }
      }
    }
    later();
  }

  private void befall(FleetConsumer victim) {
    if (!victim.isLive()) {
      return;
    }
    switch (random.nextInt(3)) {
      case 0 -> victim.crashAndRestart();
      case 1 -> {
        long leaseMillis = world.plan.itemLease().toMillis();
        victim.pauseFor(Duration.ofMillis(random.nextLong(1, 3 * leaseMillis)));
      }
      default -> {
        victim.replaceBy(victim.release());
        world.edges.hit(Edge.CONSUMER_STOPPED);
      }
    }
  }

  /** One cluster at a time; at the worst moment, which is waited for, if it comes. */
  private void hang(FleetConsumer victim) {
    if (hanging || hangs == HANGS_MAX) {
      return;
    }
    hanging = true;
    hangs++;
    Runnable late = () -> hangNow(victim);
    armed = late;
    world.scheduler.afterEachTask(
        unused -> {
          if (armed == late && victim.isVisitingAllItCan()) {
            late.run();
          }
        });
    var unusedOtherwise = process.timer().schedule(late, MOMENT_SECONDS_MAX, TimeUnit.SECONDS);
  }

  /** For all or for one process. */
  private void hangNow(FleetConsumer victim) {
    if (armed == null || ended) {
      return;
    }
    armed = null;
    int seconds = random.nextInt(HANG_SECONDS_MIN, HANG_SECONDS_MAX);
    ClusterOptions cluster = world.clusters.get(random.nextInt(world.clusters.size()));
    if (random.nextBoolean()) {
      world.scheduler.note(cluster.name() + " hangs");
      world.links.hang(cluster.name());
      world.edges.hit(Edge.CLUSTER_HUNG);
    } else {
      world.scheduler.note(cluster.name() + " hangs for " + victim.name());
      world.links.hang(victim.name(), cluster.name());
      // Others find the database well: what it cannot do may be taken for its items' fault.
      world.disturb(victim.name(), Duration.ofSeconds(seconds));
      world.edges.hit(Edge.LINK_HUNG);
    }
    var unused = process.timer().schedule(this::recover, seconds, TimeUnit.SECONDS);
  }

  private void recover() {
    hanging = false;
    world.scheduler.note("all clusters answer");
    world.links.recover();
  }

  /** Mostly forward; a release that was rolled back is rolled out again. */
  private void upgrade(FleetConsumer victim) {
    if (random.nextInt(fleet.consumers().size() + 1) == 0) {
      fleet.producers().get(random.nextInt(fleet.producers().size())).upgrade();
      return;
    }
    int version = victim.release().version();
    if (version == Release.OLD) {
      victim.replaceBy(victim.release().at(Release.NEW));
      world.edges.hit(Edge.CONSUMER_UPGRADED);
    } else if (random.nextInt(3) == 0) {
      victim.replaceBy(victim.release().at(Release.OLD));
      world.edges.hit(Edge.CONSUMER_ROLLED_BACK);
    }
  }
}
