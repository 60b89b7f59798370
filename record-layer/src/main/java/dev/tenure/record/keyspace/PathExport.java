package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** One export over many transactions: its steps follow one another. */
final class PathExport {
  private final KeySpacePath path;
  private final Function<? super ExportPage, ? extends CompletableFuture<?>> sink;
  private volatile Optional<ByteString> from;
  private final AtomicLong rows = new AtomicLong();

  PathExport(
      KeySpacePath path,
      Optional<ByteString> from,
      Function<? super ExportPage, ? extends CompletableFuture<?>> sink) {
    this.path = path;
    this.from = from;
    this.sink = sink;
  }

  CompletableFuture<Long> run(RecordDatabase database, RunOptions options, int bytesMax) {
    return AsyncLoop.whileTrue(
            () ->
                database
                    .run(options, context -> path.exportPage(context, from, bytesMax))
                    .thenCompose(this::give))
        .thenApply(done -> rows.get());
  }

  /** Whether there is another page. */
  private CompletableFuture<Boolean> give(ExportPage page) {
    return sink.apply(page)
        .thenApply(
            taken -> {
              from = page.next();
              rows.addAndGet(page.rows());
              return from.isPresent();
            });
  }
}
