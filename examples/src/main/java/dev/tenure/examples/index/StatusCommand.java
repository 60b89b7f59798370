package dev.tenure.examples.index;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.store.BuilderHeartbeat;
import dev.tenure.record.store.IndexBuildStatus;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./tenure index status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Lists the indexes of a store with their states, and the progress of builds.")
final class StatusCommand implements Callable<Integer> {
  @Mixin private final StorePlace place = new StorePlace();

  @Override
  public Integer call() {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    return place.open(
        (database, threads) -> {
          StoreOptions options = place.options(database).withMode(OpenMode.OPEN);
          database
              .join(
                  database.run(
                      context ->
                          RecordStore.open(context, options).thenCompose(StatusCommand::read)))
              .forEach(status -> print(status, out));
          return 0;
        });
  }

  private static CompletableFuture<List<IndexBuildStatus>> read(RecordStore store) {
    return AsyncLoop.all(
        store.metaData().indexes().stream()
            .map(index -> store.builds().status(index.name(), Isolation.SNAPSHOT))
            .toList());
  }

  private static void print(IndexBuildStatus status, PrintStream out) {
    StringBuilder line = new StringBuilder(status.index() + " is " + status.state());
    status.plan().ifPresent(plan -> line.append(", ").append(plan));
    if (status.begun()) {
      line.append(String.format(Locale.ROOT, ", %,d records scanned", status.work().records()));
    }
    out.println(line);
    for (BuilderHeartbeat beat : status.heartbeats()) {
      out.println("  " + beat.name() + ", alive at " + beat.at());
    }
  }
}
