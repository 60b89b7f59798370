package dev.tenure.campaigns.simulation.reading;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Transaction;
import dev.tenure.campaigns.history.Anomaly;
import dev.tenure.campaigns.history.History;
import dev.tenure.campaigns.history.RecordingDatabase;
import dev.tenure.campaigns.history.SerializabilityCheck;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.testkit.engine.EngineListener;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.List;

/**
 * Records in a history what the processes of a run read and write and what each crash of the engine
 * left, and checks the history at the end.
 */
public final class HistoryKeeper implements EngineListener {
  private static final byte[] MARKERS = {(byte) 0xfe, 'm', '/'};
  private static final byte[] FIRST = {};
  private static final byte[] END = {(byte) 0xff};

  private final SimulatedEngine engine;
  private final History history = new History(MARKERS);

  private HistoryKeeper(SimulatedEngine engine) {
    this.engine = engine;
  }

  /** Starts recording, with the rows that the engine holds already. */
  public static HistoryKeeper of(SimulatedEngine engine) {
    HistoryKeeper keeper = new HistoryKeeper(engine);
    engine.addListener(keeper);
    keeper.history.startedWith(rows(engine.direct()));
    return keeper;
  }

  public Database record(Database database) {
    return RecordingDatabase.of(database, history);
  }

  @Override
  public void crashing(Database before) {
    history.observe(rows(before));
  }

  @Override
  public void restarted(Database after) {
    try (Transaction reader = after.createTransaction()) {
      long version = Reads.now(reader.getReadVersion());
      history.restarted(version, Reads.now(reader.getRange(FIRST, END).asList()));
    }
  }

  private static List<KeyValue> rows(Database database) {
    try (Transaction reader = database.createTransaction()) {
      return Reads.now(reader.getRange(FIRST, END).asList());
    }
  }

  /**
   * Checks that the history is strictly serializable. Called when no transaction is under way.
   *
   * @param readsAreFresh whether no read version was of the past
   * @return all rows there are
   */
  public List<KeyValue> check(boolean readsAreFresh) {
    SimulatedProcess process = engine.scheduler().process("last reader");
    List<KeyValue> rows;
    try (Transaction last = record(engine.connect(process)).createTransaction()) {
      rows = engine.scheduler().join(last.getRange(FIRST, END).asList());
      engine.scheduler().join(last.commit());
    }
    history.observe(rows);
    List<Anomaly> anomalies =
        readsAreFresh
            ? SerializabilityCheck.check(history)
            : SerializabilityCheck.checkWithLag(history);
    InvariantViolation.require(anomalies.isEmpty(), "the history: " + anomalies);
    return rows;
  }
}
