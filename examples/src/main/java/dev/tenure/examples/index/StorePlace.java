package dev.tenure.examples.index;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.Pace;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.evolution.MetaDataStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.spring.ClusterUrl;
import dev.tenure.spring.cluster.ClusterOpener;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import picocli.CommandLine.Option;

/** The options of all commands that locate a store. */
final class StorePlace {
  @Option(
      names = "--cluster",
      paramLabel = "URL",
      required = true,
      description = "embedded:DIR, which no other process may have open, or fdb:CLUSTER_FILE")
  private String cluster = "";

  @Option(
      names = "--store",
      paramLabel = "PATH",
      required = true,
      converter = KeyPath.class,
      description = "the store's subspace: the elements of its tuple, such as shop/7/book")
  private Subspace store = new Subspace();

  @Option(
      names = "--metadata-store",
      paramLabel = "PATH",
      required = true,
      converter = KeyPath.class,
      description = "the subspace of the metadata store with the store's types and indexes")
  private Subspace metaData = new Subspace();

  /** Work on a database, which is closed afterwards. */
  @FunctionalInterface
  interface Work {
    int run(RecordDatabase database, ScheduledExecutorService threads);
  }

  /** Opens a cluster that is there, and does the work. */
  int open(Work work) {
    if (ClusterUrl.parse(cluster) instanceof ClusterUrl.Embedded embedded
        && Files.notExists(embedded.directory().resolve("format"))) {
      throw new IllegalArgumentException(
          "--cluster is " + cluster + ", there is no cluster in that directory");
    }
    return make(work);
  }

  /**
   * Opens the cluster and runs the work. An embedded cluster that does not exist is created first.
   *
   * @throws IllegalArgumentException when nothing would be left of it
   */
  int make(Work work) {
    refuseNested();
    if (ClusterUrl.parse(cluster) instanceof ClusterUrl.Memory) {
      throw new IllegalArgumentException(
          "--cluster is "
              + cluster
              + ", which is empty whenever a process starts; expected is"
              + " embedded:DIR or fdb:CLUSTER_FILE");
    }
    ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    try (Database engine = ClusterOpener.open(cluster)) {
      RecordDatabase database =
          RecordDatabase.builder(engine)
              .clock(InstantSource.system())
              .random(new SecureRandom())
              .executor(threads)
              .timer(threads)
              .build();
      return work.run(database, threads);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The rows of one would be taken for rows of the other. */
  private void refuseNested() {
    if (store.contains(metaData.getKey()) || metaData.contains(store.getKey())) {
      throw new IllegalArgumentException(
          "--store is %s and --metadata-store %s: one holds the other, they must lie apart"
              .formatted(this, Tuple.fromBytes(metaData.getKey())));
    }
  }

  /** The pace, refused by the names of the options. */
  static Pace pace(double rate, Duration pause) {
    try {
      return new Pace(rate, pause);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw new IllegalArgumentException(
          message.replaceFirst("^pause", "--pause").replaceFirst("^pace", "--rate"), e);
    }
  }

  static void requireNotNegative(String option, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(option + " is " + value + ", it must be PT0S or more");
    }
  }

  Subspace store() {
    return store;
  }

  MetaDataStore metaDataStore() {
    return MetaDataStore.of(metaData);
  }

  /** The options of the store with the newest metadata. Its records are dynamic messages. */
  StoreOptions options(RecordDatabase database) {
    return StoreOptions.of(store, database.join(metaDataStore().openCache(database)));
  }

  /** The store's path as a tuple, for people. */
  @Override
  public String toString() {
    return Tuple.fromBytes(store.getKey()).toString();
  }
}
