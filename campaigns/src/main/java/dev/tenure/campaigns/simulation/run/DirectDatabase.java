package dev.tenure.campaigns.simulation.run;

import dev.tenure.record.database.RecordDatabase;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.SimulatedProcess;

/** The database as checks read it: past all faults, and without a task of the scheduler. */
public final class DirectDatabase {
  private DirectDatabase() {}

  /** Opens the database in a new process named "reader". */
  public static RecordDatabase of(SimulatedEngine engine) {
    SimulatedProcess process = engine.scheduler().process("reader");
    return RecordDatabase.builder(engine.direct())
        .clock(process.clock())
        .random(process.random())
        .executor(Runnable::run)
        .timer(process.timer())
        .joiner(engine.scheduler())
        .build();
  }
}
