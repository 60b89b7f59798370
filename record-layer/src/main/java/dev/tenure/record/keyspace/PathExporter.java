package dev.tenure.record.keyspace;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.async.AsyncIterator;
import com.apple.foundationdb.async.AsyncUtil;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads the rows of one page of an export. */
final class PathExporter {
  private final RecordContext context;
  private final KeySpacePath root;
  private final byte[] prefix;
  private final ExportPosition position;
  private final PageWriter page;
  private final int bytesMax;
  private Optional<KeySpacePath> leaf = Optional.empty();
  private byte[] leafPrefix;
  private byte[] last;
  private boolean atEnd;

  private PathExporter(
      RecordContext context,
      KeySpacePath root,
      byte[] prefix,
      ExportPosition position,
      int bytesMax) {
    this.context = context;
    this.root = root;
    this.prefix = prefix;
    this.position = position;
    this.page = new PageWriter(root, position.page(), position.before());
    this.bytesMax = bytesMax;
    this.leafPrefix = prefix;
    this.last = prefix;
  }

  static CompletableFuture<ExportPage> export(
      RecordContext context, KeySpacePath path, Optional<ByteString> from, int bytesMax) {
    ExportPosition start = ExportPosition.start(context.random());
    return path.findSubspace(context)
        .thenCompose(
            subspace -> {
              if (subspace.isEmpty()) {
                return CompletableFuture.completedFuture(empty(path, start));
              }
              byte[] prefix = subspace.get().getKey();
              ExportPosition position =
                  from.map(given -> ExportPosition.decode(prefix, given)).orElse(start);
              return new PathExporter(context, path, prefix, position, bytesMax).run();
            });
  }

  private static ExportPage empty(KeySpacePath path, ExportPosition start) {
    byte[] bytes = new PageWriter(path, start.page(), start.before()).finish(true);
    return new ExportPage(ByteString.copyFrom(bytes), 0, Optional.empty());
  }

  private CompletableFuture<ExportPage> run() {
    AsyncIterator<KeyValue> rows =
        context.transaction().getRange(position.begin(prefix), PathKeys.end(prefix)).iterator();
    return AsyncUtil.whileTrue(
            () -> rows.onHasNext().thenCompose(has -> step(rows, has)),
            context.environment().executor())
        .whenComplete((done, error) -> rows.cancel())
        .thenApply(done -> finish());
  }

  private CompletableFuture<Boolean> step(AsyncIterator<KeyValue> rows, boolean has) {
    atEnd = !has;
    if (atEnd || (page.rows() > 0 && page.size() >= bytesMax)) {
      return CompletableFuture.completedFuture(false);
    }
    KeyValue row = rows.next();
    return resolve(row.getKey())
        .thenApply(
            resolved -> {
              page.add(resolved.path(), resolved.remainder(), row.getValue());
              last = row.getKey();
              return true;
            });
  }

  /** Rows below the same leaf follow one another: the first tells for all. */
  private CompletableFuture<ResolvedKey> resolve(byte[] key) {
    if (leaf.isPresent() && PathKeys.isBelow(leafPrefix, key)) {
      int at = leafPrefix.length;
      return CompletableFuture.completedFuture(
          new ResolvedKey(leaf.get(), ByteString.copyFrom(key, at, key.length - at)));
    }
    return new PathResolver(context, key)
        .resolve(root, prefix)
        .thenApply(
            resolved -> {
              boolean isLeaf = resolved.path().directory().children().isEmpty();
              leaf = isLeaf ? Optional.of(resolved.path()) : Optional.empty();
              leafPrefix = Arrays.copyOf(key, key.length - resolved.remainder().size());
              return resolved;
            });
  }

  private ExportPage finish() {
    byte[] bytes = page.finish(atEnd);
    Optional<ByteString> next =
        atEnd
            ? Optional.empty()
            : Optional.of(
                new ExportPosition(
                        position.page() + 1,
                        Checksum.ofPage(bytes),
                        ByteString.copyFrom(PathKeys.rest(last, prefix.length)))
                    .encode(prefix));
    return new ExportPage(ByteString.copyFrom(bytes), page.rows(), next);
  }
}
