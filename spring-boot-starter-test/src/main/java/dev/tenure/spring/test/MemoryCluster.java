package dev.tenure.spring.test;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.spring.TenureRuntime;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One cluster in memory, whose content can be reset. Thread-safe. */
final class MemoryCluster implements AutoCloseable {
  private static final String NAME = "test";
  private static final byte[] FIRST = {};
  private static final byte[] END = {(byte) 0xFF};
  private static final byte[] METADATA_VERSION =
      "\u00ff/metadataVersion".getBytes(StandardCharsets.ISO_8859_1);

  /** The only value that the key takes: a stamp of the commit at offset 0. */
  private static final byte[] STAMP = new byte[14];

  private final EmbeddedDatabase database;
  private final QueueCluster cluster;
  private final Deployment deployment;
  private @Nullable List<KeyValue> kept;

  private MemoryCluster(EmbeddedDatabase database, QueueCluster cluster) {
    this.database = database;
    this.cluster = cluster;
    this.deployment = Deployment.of(List.of(cluster));
    var unused = deployment.agree().join();
  }

  static MemoryCluster open(TestThreads threads, TenureRuntime runtime, TenantSchemas schemas) {
    EmbeddedDatabase database =
        EmbeddedDatabase.memory(
            EmbeddedEnvironment.builder()
                .clock(runtime.clock())
                .random(runtime.random())
                .commitExecutor(threads.commits())
                .executor(runtime.transactions())
                .timer(threads.realTimer())
                .build());
    RecordDatabase records =
        RecordDatabase.builder(database)
            .clock(runtime.clock())
            .random(runtime.secrets())
            .executor(runtime.transactions())
            .timer(threads.realTimer())
            .build();
    return new MemoryCluster(
        database, QueueCluster.open(records, ClusterOptions.named(NAME), schemas).join());
  }

  Deployment deployment() {
    return deployment;
  }

  QueueCluster cluster() {
    return cluster;
  }

  /** Remembers the cluster's content, once, for {@link #putBack}. */
  synchronized void keep() {
    if (kept == null) {
      kept = all(database);
    }
  }

  private static List<KeyValue> all(Database database) {
    return database.run(transaction -> transaction.getRange(FIRST, END).asList().join());
  }

  /**
   * Restores the remembered content. The interned names of applications stay, since this process
   * has cached them; other caches notice the change.
   */
  synchronized void putBack() {
    List<KeyValue> rows = kept;
    if (rows == null) {
      return;
    }
    Range names = new ClusterKeys(cluster.options().root()).names().range();
    database.run(
        transaction -> {
          transaction.clear(FIRST, names.begin);
          transaction.clear(names.end, END);
          rows.forEach(row -> restore(transaction, row, names));
          transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, METADATA_VERSION, STAMP);
          return rows.size();
        });
  }

  private static void restore(Transaction transaction, KeyValue row, Range names) {
    byte[] key = row.getKey();
    boolean name =
        Arrays.compareUnsigned(key, names.begin) >= 0 && Arrays.compareUnsigned(key, names.end) < 0;
    if (!name) {
      transaction.set(key, row.getValue());
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
