package dev.tenure.bench;

import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The embedded engine beside raw RocksDB: synced commits of one 100-byte value, and point reads.
 * Both on a fresh directory of the same disk, one after the other.
 */
@Command(
    name = "engine",
    mixinStandardHelpOptions = true,
    description = "The embedded engine beside raw RocksDB: synced commits and point reads.")
final class EngineBench implements Callable<Integer> {
  private static final List<Integer> CLIENTS = List.of(1, 8, 64);
  private static final byte[] VALUE = new byte[100];
  private static final int READ_KEYS = 10_000;

  @Option(
      names = "--seconds",
      defaultValue = "3",
      description = "time of each measurement, 1 to 600 (default ${DEFAULT-VALUE})")
  private int seconds;

  /** One line of the table. */
  private record Row(String what, int clients, double engine, double raw) {}

  @Override
  public Integer call() throws Exception {
    if (seconds < 1 || seconds > 600) {
      System.err.println("--seconds is " + seconds + ", it must be 1 to 600");
      return 2;
    }
    Path directory = Files.createTempDirectory("tenure-bench");
    try {
      PrintStream out = System.out;
      out.printf("%-14s %8s %14s %14s %7s%n", "", "clients", "engine/s", "RocksDB/s", "ratio");
      for (int clients : CLIENTS) {
        print(out, commits(directory.resolve("commits-" + clients), clients));
      }
      for (int clients : CLIENTS) {
        print(out, reads(directory.resolve("reads-" + clients), clients));
      }
      return 0;
    } finally {
      delete(directory);
    }
  }

  private static void print(PrintStream out, Row row) {
    out.printf(
        "%-14s %8d %,14.0f %,14.0f %7.2f%n",
        row.what(), row.clients(), row.engine(), row.raw(), row.engine() / row.raw());
  }

  private Row commits(Path directory, int clients) throws RocksDBException, IOException {
    double engine;
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(directory.resolve("engine"), EmbeddedEnvironment.realTime())) {
      engine =
          Load.perSecond(
              clients,
              time(),
              (client, turn) -> {
                try (Transaction transaction = database.createTransaction()) {
                  transaction.set(Tuple.from(client, turn).pack(), VALUE);
                  transaction.commit().join();
                }
              });
    }
    try (Raw raw = new Raw(directory.resolve("raw"))) {
      double rate =
          Load.perSecond(
              clients,
              time(),
              (client, turn) ->
                  raw.database.put(raw.synced, Tuple.from(client, turn).pack(), VALUE));
      return new Row("synced commit", clients, engine, rate);
    }
  }

  private Row reads(Path directory, int clients) throws RocksDBException, IOException {
    double engine;
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(directory.resolve("engine"), EmbeddedEnvironment.realTime())) {
      database.run(
          transaction -> {
            for (int i = 0; i < READ_KEYS; i++) {
              transaction.set(Tuple.from(i).pack(), VALUE);
            }
            return null;
          });
      engine =
          Load.perSecond(
              clients,
              time(),
              (client, turn) -> {
                try (Transaction transaction = database.createTransaction()) {
                  transaction.get(key(client, turn)).join();
                }
              });
    }
    try (Raw raw = new Raw(directory.resolve("raw"))) {
      for (int i = 0; i < READ_KEYS; i++) {
        raw.database.put(Tuple.from(i).pack(), VALUE);
      }
      double rate =
          Load.perSecond(clients, time(), (client, turn) -> raw.database.get(key(client, turn)));
      return new Row("read-only get", clients, engine, rate);
    }
  }

  private static byte[] key(int client, long turn) {
    return Tuple.from((client * 7_919L + turn * 104_729L) % READ_KEYS).pack();
  }

  private Duration time() {
    return Duration.ofSeconds(seconds);
  }

  /** RocksDB as it comes, with its write-ahead log synced on each put. */
  private static final class Raw implements AutoCloseable {
    private final Options options = new Options().setCreateIfMissing(true);
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final RocksDB database;

    Raw(Path directory) throws RocksDBException, IOException {
      Files.createDirectories(directory);
      database = RocksDB.open(options, directory.toString());
    }

    @Override
    public void close() {
      database.close();
      synced.close();
      options.close();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
