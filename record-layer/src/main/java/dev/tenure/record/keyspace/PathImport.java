package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongFunction;

/** One import over many transactions: its steps follow one another. */
final class PathImport {
  private final KeySpaceTransfer transfer;
  private final KeySpacePath into;
  private final ImportMode mode;
  private final Function<? super ImportProgress, ? extends CompletableFuture<?>> kept;
  private volatile ImportProgress progress;

  PathImport(
      KeySpaceTransfer transfer,
      KeySpacePath into,
      ImportMode mode,
      Function<? super ImportProgress, ? extends CompletableFuture<?>> kept,
      ImportProgress from) {
    if (from.complete()) {
      throw new IllegalArgumentException("import below " + into + " is complete: " + from);
    }
    this.transfer = transfer;
    this.into = into;
    this.mode = mode;
    this.kept = kept;
    this.progress = from;
  }

  CompletableFuture<ImportProgress> all(
      LongFunction<? extends CompletableFuture<ByteString>> source) {
    return AsyncLoop.whileTrue(
            () ->
                source
                    .apply(progress.pages())
                    .thenCompose(this::page)
                    .thenApply(after -> !after.complete()))
        .thenApply(done -> progress);
  }

  CompletableFuture<ImportProgress> page(ByteString bytes) {
    long number = progress.pages();
    return AsyncLoop.whileTrue(
            () -> part(bytes).thenApply(after -> !after.complete() && after.pages() == number))
        .thenApply(done -> progress);
  }

  private CompletableFuture<ImportProgress> part(ByteString bytes) {
    ImportProgress from = progress;
    return transfer
        .database()
        .run(transfer.run(), context -> into.importPage(context, from, bytes, mode))
        .thenCompose(
            after -> {
              progress = after;
              return kept.apply(after).thenApply(done -> after);
            });
  }
}
