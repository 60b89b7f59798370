package dev.tenure.campaigns.simulation.engine;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Records the watches: which row each waits for, and the row's value when the watch began. */
final class WatchLedger {
  private final List<Entry> entries = new ArrayList<>();

  @SuppressWarnings("ArrayRecordComponent") // a key, never compared as a record
  private record Entry(
      SimulatedProcess watcher, byte[] key, Optional<byte[]> seen, CompletableFuture<Void> fired) {}

  void add(
      SimulatedProcess watcher, byte[] key, Optional<byte[]> seen, CompletableFuture<Void> fired) {
    entries.add(new Entry(watcher, key, seen, fired));
  }

  /** Fails when a watch still waits although its row has changed. */
  void check(List<KeyValue> rows) {
    for (Entry entry : entries) {
      byte[] now =
          rows.stream()
              .filter(row -> Arrays.equals(row.getKey(), entry.key()))
              .map(KeyValue::getValue)
              .findFirst()
              .orElse(null);
      InvariantViolation.require(
          !entry.watcher().isAlive()
              || entry.fired().isDone()
              || Arrays.equals(now, entry.seen().orElse(null)),
          "a watch on " + ByteArrayUtil.printable(entry.key()) + " missed a change");
    }
  }
}
