package dev.tenure.record.keyspace;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.record.context.RecordContext;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The operations on all keys of a path. */
final class PathData {
  private PathData() {}

  static CompletableFuture<Boolean> hasData(RecordContext context, KeySpacePath path) {
    return inRange(
        context,
        path,
        false,
        range ->
            context
                .transaction()
                .getRange(range, 1, false, StreamingMode.EXACT)
                .asList()
                .thenApply(rows -> !rows.isEmpty()));
  }

  static CompletableFuture<Long> estimatedBytes(RecordContext context, KeySpacePath path) {
    return inRange(
        context, path, 0L, range -> context.transaction().getEstimatedRangeSizeBytes(range));
  }

  static CompletableFuture<Void> delete(RecordContext context, KeySpacePath path) {
    return inRange(
            context,
            path,
            false,
            range -> {
              context.clear(range);
              context.expireStoreStates();
              return CompletableFuture.completedFuture(true);
            })
        .thenAccept(cleared -> {});
  }

  private static <T> CompletableFuture<T> inRange(
      RecordContext context,
      KeySpacePath path,
      T ifNone,
      Function<Range, CompletableFuture<T>> action) {
    return path.findSubspace(context)
        .thenCompose(
            found ->
                found
                    .map(subspace -> action.apply(PathKeys.range(subspace.getKey())))
                    .orElseGet(() -> CompletableFuture.completedFuture(ifNone)));
  }
}
