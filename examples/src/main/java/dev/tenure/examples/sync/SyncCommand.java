package dev.tenure.examples.sync;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** {@code ./tenure example sync}: devices follow the changes of a list, across its move. */
public final class SyncCommand {
  private SyncCommand() {}

  /** The command line's entry: a seed, or nothing. */
  public static void main(String[] arguments) {
    boolean known = arguments.length == 0 || (arguments.length == 1 && isNumber(arguments[0]));
    if (!known) {
      System.err.println("Usage: ./tenure example sync [SEED]; docs/change-feed.md");
      System.exit(arguments[0].equals("--help") ? 0 : 2);
    }
    long seed = arguments.length == 0 ? 1 : Long.parseLong(arguments[0]);
    run(seed, new PrintStream(System.out, true, StandardCharsets.UTF_8));
  }

  private static boolean isNumber(String text) {
    return text.matches("-?[0-9]{1,18}");
  }

  static SyncExample run(long seed, PrintStream out) {
    ScheduledExecutorService threads = Executors.newScheduledThreadPool(4);
    List<Database> engines = new ArrayList<>();
    Supplier<RecordDatabase> opener =
        () -> {
          Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
          engines.add(engine);
          return open(engine, threads);
        };
    try {
      List<RecordDatabase> devices = List.of(opener.get(), opener.get());
      SyncExample example =
          new SyncExample(opener.get(), opener, devices, new SplittableRandom(seed), out);
      example.run();
      return example;
    } finally {
      engines.forEach(Database::close);
      threads.shutdownNow();
    }
  }

  private static RecordDatabase open(Database engine, ScheduledExecutorService threads) {
    return RecordDatabase.builder(engine)
        .clock(InstantSource.system())
        .random(new SplittableRandom(1))
        .executor(threads)
        .timer(threads)
        .commitMarkers(CommitMarkerOptions.of(new Subspace(Tuple.from("commit markers")), "sync"))
        .build();
  }
}
