package dev.tenure.examples.addressbook;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.meter.SlowTransactionLog;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** {@code ./tenure example address-book}: the tutorial, from its first chapter to its last. */
public final class AddressBookCommand {
  private final TutorialClock clock = new TutorialClock();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final PrintStream out;

  AddressBookCommand(PrintStream out) {
    this.out = out;
  }

  /** The command line's entry; takes no arguments. */
  public static void main(String[] arguments) {
    if (arguments.length > 0) {
      System.err.println("Usage: ./tenure example address-book; docs/tutorial-address-book.md");
      System.exit(arguments[0].equals("--help") ? 0 : 2);
    }
    new AddressBookCommand(new PrintStream(System.out, true, StandardCharsets.UTF_8)).run();
  }

  void run() {
    ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    try (Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
        Database other = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime())) {
      AddressBook here = AddressBook.on(open(engine, threads));
      AddressBook there = AddressBook.on(open(other, threads));
      chapters(here, there);
    } finally {
      threads.shutdownNow();
    }
  }

  private void chapters(AddressBook here, AddressBook there) {
    new Basics(here, out).run();
    new Queries(here, clock, out).run();
    new StorageTour(here, out).run();
    new Running(here, clock, log, out).run();
    new Evolution(here, out).run();
    new Moving(here, there, out).run();
  }

  private RecordDatabase open(Database engine, ScheduledExecutorService threads) {
    Subspace markers = new Subspace(Tuple.from("commit markers"));
    return RecordDatabase.builder(engine)
        .clock(clock)
        .random(new SplittableRandom(1))
        .executor(threads)
        .timer(threads)
        .commitMarkers(CommitMarkerOptions.of(markers, "tutorial"))
        .listener(new SlowTransactionLog(Duration.ofSeconds(1), clock, new ListLogger(log)))
        .build();
  }
}
