package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The tenants and processes of a run, as drawn from its seed. */
final class Cast {
  private static final Duration DEDUP = Duration.ofMinutes(10);
  private static final int PRODUCERS = 2;

  private final DeploymentWorld world;
  private final Fleet fleet;
  private final FleetFaults faults;
  private final Optional<FleetOperator> operator;
  private final Optional<WrongClock> wrongClock;
  private final Optional<LeaseSwitch> leaseSwitch;
  private final Optional<EarlierTenure> earlierTenure;

  private Cast(DeploymentWorld world, Rows rows, Fleet fleet) {
    this.world = world;
    this.fleet = fleet;
    this.faults = new FleetFaults(world, fleet);
    this.operator =
        world.plan.has(Trouble.OPERATOR)
            ? Optional.of(new FleetOperator(world, rows))
            : Optional.empty();
    this.leaseSwitch =
        world.plan.has(Trouble.OPERATOR) || world.plan.earlierTenure()
            ? Optional.of(new LeaseSwitch(world, rows))
            : Optional.empty();
    this.earlierTenure =
        world.plan.earlierTenure()
            ? Optional.of(new EarlierTenure(world, fleet))
            : Optional.empty();
    this.wrongClock =
        world.plan.has(Trouble.WRONG_CLOCK)
            ? Optional.of(new WrongClock(world, victim(world.scheduler.random("victim"))))
            : Optional.empty();
  }

  /** Makes the tenants and all processes, and starts none of them. */
  static Cast draw(DeploymentWorld world, Rows rows) {
    makeTenants(world);
    boolean upgrades = world.plan.has(Trouble.UPGRADES);
    int version = upgrades ? Release.OLD : Release.NEW;
    List<FleetConsumer> consumers = new ArrayList<>();
    for (Release release : releases(world.plan, version)) {
      for (int number = 0; number < world.plan.consumers(); number++) {
        String name = String.join("+", release.applications()) + "-" + number;
        boolean earlier = world.plan.earlierTenure() && consumers.isEmpty();
        consumers.add(
            new FleetConsumer(world, name, earlier ? release.onEarlierTenure() : release));
      }
    }
    List<FleetProducer> producers = new ArrayList<>();
    for (int number = 0; number < PRODUCERS; number++) {
      Release release = new Release(DeploymentPlan.APPLICATIONS, version);
      int share = world.plan.items() / PRODUCERS;
      producers.add(new FleetProducer(world, "producer-" + number, share, release));
    }
    return new Cast(world, rows, new Fleet(consumers, producers));
  }

  private static List<Release> releases(DeploymentPlan plan, int version) {
    return plan.apart()
        ? DeploymentPlan.APPLICATIONS.stream()
            .map(application -> new Release(List.of(application), version))
            .toList()
        : List.of(new Release(DeploymentPlan.APPLICATIONS, version));
  }

  private static void makeTenants(DeploymentWorld world) {
    SimulatedProcess setup = world.scheduler.process("setup");
    Release release = new Release(DeploymentPlan.APPLICATIONS, Release.OLD);
    Deployment deployment = world.scheduler.join(world.connect(setup, release));
    ZoneSettings remembering = ZoneSettings.defaults().withDedupFor(DEDUP);
    for (TenantId tenant : world.tenants) {
      QueueCluster cluster = world.scheduler.join(deployment.createTenant(tenant));
      world.placed(tenant, cluster.name());
      world.scheduler.join(
          deployment.run(tenant, tx -> tx.zone(FleetProducer.ONCE).saveSettings(remembering)));
    }
  }

  /** Anybody, as the process that he is at the time. */
  private Supplier<SimulatedProcess> victim(SplittableRandom random) {
    List<Supplier<SimulatedProcess>> anybody = new ArrayList<>();
    fleet.consumers().forEach(each -> anybody.add(each::process));
    fleet.producers().forEach(each -> anybody.add(each::process));
    operator.ifPresent(each -> anybody.add(each::process));
    return anybody.get(random.nextInt(anybody.size()));
  }

  Fleet fleet() {
    return fleet;
  }

  void start() {
    wrongClock.ifPresent(WrongClock::start);
    fleet.producers().forEach(FleetProducer::start);
    fleet.consumers().forEach(FleetConsumer::start);
    operator.ifPresent(FleetOperator::start);
    leaseSwitch.ifPresent(LeaseSwitch::start);
    earlierTenure.ifPresent(EarlierTenure::start);
    faults.start();
    if (world.plan.has(Trouble.DELETES)) {
      deleteSome();
    }
  }

  /** One tenant in four, at any time. */
  private void deleteSome() {
    SimulatedProcess deleting = world.scheduler.process("deleting");
    SplittableRandom random = world.scheduler.random("deletions");
    for (int number = 0; number < world.tenants.size(); number += 4) {
      TenantId tenant = world.tenants.get(number);
      long when = random.nextLong(world.plan.busy().toMillis());
      Runnable deletion = () -> delete(tenant, deleting);
      var unused = deleting.timer().schedule(deletion, when, TimeUnit.MILLISECONDS);
    }
  }

  private void delete(TenantId tenant, SimulatedProcess deleting) {
    var unused =
        world
            .connect(deleting, new Release(DeploymentPlan.APPLICATIONS, Release.NEW))
            .thenCompose(deployment -> new TenantDeletion(world, tenant).run(deployment))
            .whenComplete(
                (done, error) -> {
                  if (error != null) {
                    world.scheduler.note("deletion of " + tenant + " failed: " + error);
                  }
                });
  }

  boolean isDone() {
    return fleet.producers().stream().allMatch(FleetProducer::isDone);
  }

  /** Ends all faults: from now on nothing hangs, crashes or is refused. */
  void endFaults() {
    faults.end();
    fleet.producers().forEach(FleetProducer::hurry);
  }

  /** Ends all troubles, and upgrades the processes of the older release. */
  void calmDown() {
    wrongClock.ifPresent(WrongClock::end);
    operator.ifPresent(FleetOperator::calmDown);
    leaseSwitch.ifPresent(LeaseSwitch::calmDown);
    earlierTenure.ifPresent(EarlierTenure::calmDown);
    fleet.consumers().forEach(FleetConsumer::rollOut);
  }

  /** Whether all processes that should be up are up. */
  boolean isCalm() {
    return operator.map(FleetOperator::isCalm).orElse(true)
        && fleet.consumers().stream()
            .allMatch(each -> each.isLive() && each.release().equals(each.release().newest()));
  }
}
