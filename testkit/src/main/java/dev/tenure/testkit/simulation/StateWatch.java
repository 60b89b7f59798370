package dev.tenure.testkit.simulation;

import dev.tenure.testkit.scheduling.SimulatedProcess;

/** Checks the state after every so many commits, and notes its fingerprint in the history. */
final class StateWatch {
  private final SimulatedWorld world;
  private final StateReader reader;
  private final StateChecks checks;
  private final LeaseWatch leases;
  private final LifeWatch lives = new LifeWatch();
  private final GroupWatch groups;
  private final StateHistory history;
  private long lastVersion;
  private int commitsUnchecked;

  StateWatch(SimulatedWorld world, StateReader reader) {
    this.world = world;
    this.reader = reader;
    this.checks =
        new StateChecks(new PointerChecks(world::clockAheadMax), new OrderChecks(world.ledger));
    this.leases = new LeaseWatch(world.edges);
    this.groups = new GroupWatch(world.edges);
    this.history = new StateHistory(world.scheduler);
  }

  void begin() {
    lastVersion = reader.version();
    world.scheduler.afterEachTask(this::afterTask);
  }

  /** Versions change in tasks of the engine only. */
  private void afterTask(SimulatedProcess process) {
    if (!world.engine.runsIn(process)) {
      return;
    }
    long version = reader.version();
    if (version != lastVersion) {
      lastVersion = version;
      if (++commitsUnchecked >= world.options.checkEvery()) {
        checkNow();
      }
    }
  }

  void checkNow() {
    commitsUnchecked = 0;
    DatabaseState state = reader.read();
    world.scheduler.note("version " + state.version() + " rows " + state.fingerprint());
    history.note(state);
    checks.check(state);
    lives.check(state);
    groups.look(state);
    if (world.options.checkEvery() == 1) {
      leases.check(state);
    }
  }
}
