package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.Database;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.testkit.engine.EngineListener;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.function.Consumer;

/**
 * Checks the state after every commit, and writes the changes to the history. After every given
 * number of commits it compares all indexes with their records.
 */
public final class StateWatch {
  private final SimulatedWorld world;
  private final StateReader reader;
  private final StateChecks checks;
  private final LeaseWatch leases;
  private final LifeWatch lives = new LifeWatch();
  private final GroupWatch groups;
  private final StateHistory history;
  private long lastVersion;
  private long itemChanges;
  private int commitsUnchecked;

  public StateWatch(SimulatedWorld world, StateReader reader) {
    this.world = world;
    this.reader = reader;
    this.checks =
        new StateChecks(new PointerChecks(world::clockAheadMax), new OrderChecks(world.ledger));
    this.leases = new LeaseWatch(world.edges, world.ledger);
    this.groups = new GroupWatch(world.edges);
    this.history = new StateHistory(world.scheduler);
  }

  public void begin() {
    lastVersion = reader.version();
    world.scheduler.afterEachTask(this::afterTask);
    world.engine.addListener(
        new EngineListener() {
          @Override
          public void restarted(Database after) {
            checkAfterCrash();
          }
        });
  }

  /**
   * Before anybody commits again: visits are not synced, and what the last ones did may be lost.
   */
  private void checkAfterCrash() {
    try {
      check(leases::checkAfterCrash);
      lastVersion = reader.version();
    } catch (InvariantViolation violation) {
      world.report(violation);
    }
  }

  /** Versions change in tasks of the engine only. */
  private void afterTask(SimulatedProcess process) {
    if (!world.engine.runsIn(process)) {
      return;
    }
    long version = reader.version();
    if (version != lastVersion) {
      lastVersion = version;
      check();
      if (++commitsUnchecked >= world.options.checkEvery()) {
        checkAll();
      }
    }
  }

  private void check() {
    check(leases::check);
  }

  private void check(Consumer<DatabaseState> leaseCheck) {
    DatabaseState state = reader.read();
    world.scheduler.note("version " + state.version() + " rows " + reader.fingerprint());
    history.note(state);
    checks.check(state);
    lives.check(state);
    groups.look(state);
    leaseCheck.accept(state);
    itemChanges += state.changes().items().size();
    reader.takeChanges();
  }

  private void checkAll() {
    commitsUnchecked = 0;
    checks.checkAll(reader.read(), reader.readIndexes());
  }

  /** How often an item came, changed or went. */
  public long itemChanges() {
    return itemChanges;
  }

  public void checkNow() {
    check();
    checkAll();
  }
}
