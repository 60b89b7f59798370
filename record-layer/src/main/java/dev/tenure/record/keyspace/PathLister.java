package dev.tenure.record.keyspace;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncUtil;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the values of a directory: reads one key, and then jumps over all keys with the same value.
 */
final class PathLister {
  private final RecordContext context;
  private final KeySpacePath parent;
  private final KeySpaceDirectory directory;
  private final byte[] prefix;
  private final byte[] end;
  private final int max;
  private final List<KeySpacePath> found = new ArrayList<>();
  private byte[] begin;

  private PathLister(
      RecordContext context,
      KeySpacePath parent,
      KeySpaceDirectory directory,
      byte[] prefix,
      int max) {
    this.context = context;
    this.parent = parent;
    this.directory = directory;
    this.prefix = prefix;
    this.max = max;
    this.begin = ByteArrayUtil.join(prefix, new byte[] {directory.type().firstElement()});
    this.end = ByteArrayUtil.join(prefix, new byte[] {directory.type().elementsEnd()});
  }

  static CompletableFuture<PathPage> list(
      RecordContext context,
      KeySpacePath parent,
      KeySpaceDirectory directory,
      Optional<ByteString> from,
      int max) {
    if (directory.constant().isPresent()) {
      KeySpacePath only = parent.child(directory, directory.constant().get());
      return only.hasData(context)
          .thenApply(
              has ->
                  new PathPage(
                      has && from.isEmpty() ? List.of(only) : List.of(), Optional.empty()));
    }
    return parent
        .findSubspace(context)
        .thenCompose(
            subspace ->
                subspace.isEmpty()
                    ? CompletableFuture.completedFuture(new PathPage(List.of(), Optional.empty()))
                    : new PathLister(context, parent, directory, subspace.get().getKey(), max)
                        .run(from));
  }

  private CompletableFuture<PathPage> run(Optional<ByteString> from) {
    Position position = Position.of("list " + directory.name(), prefix);
    from.ifPresent(given -> begin = behind(position.decode(given)));
    return AsyncUtil.whileTrue(this::step, context.environment().executor())
        .thenApply(
            done -> {
              boolean full = found.size() == max;
              Optional<ByteString> next =
                  full
                      ? Optional.of(
                          position.encode(
                              Arrays.copyOfRange(begin, prefix.length, begin.length - 1)))
                      : Optional.empty();
              return new PathPage(found, next);
            });
  }

  /** The first key that is not below an element. */
  private byte[] behind(byte[] element) {
    if (TupleElements.value(element, 0, element.length).isEmpty()) {
      throw Position.refused("holds " + ByteArrayUtil.printable(element) + ", no element", null);
    }
    return PathKeys.end(ByteArrayUtil.join(prefix, element));
  }

  private CompletableFuture<Boolean> step() {
    if (ByteArrayUtil.compareUnsigned(begin, end) >= 0) {
      return CompletableFuture.completedFuture(false);
    }
    return context
        .reader(true)
        .getRange(begin, end, 1, false, StreamingMode.EXACT)
        .asList()
        .thenCompose(
            rows -> rows.isEmpty() ? CompletableFuture.completedFuture(false) : take(rows.get(0)));
  }

  private CompletableFuture<Boolean> take(KeyValue row) {
    byte[] key = row.getKey();
    int elementEnd = PackedTuples.end(key, prefix.length);
    PathValue element =
        TupleElements.value(key, prefix.length, elementEnd)
            .orElseThrow(() -> unknown(key, "has no value there"));
    begin = PathKeys.end(Arrays.copyOf(key, elementEnd));
    return value(key, element)
        .thenApply(
            value -> {
              found.add(parent.child(directory, value));
              return found.size() < max;
            });
  }

  private CompletableFuture<PathValue> value(byte[] key, PathValue element) {
    if (directory.type() != DirectoryType.NAME) {
      return CompletableFuture.completedFuture(element);
    }
    return parent
        .space()
        .names()
        .nameOf(context, element.asLong())
        .thenApply(
            name ->
                PathValue.of(
                    DirectoryType.NAME,
                    name.orElseThrow(
                        () -> unknown(key, "has the number " + element + ", of no name"))));
  }

  private RecordLayerException unknown(byte[] key, String what) {
    return new RecordLayerException(
        RecordLayerException.Code.PATH_UNKNOWN,
        "key "
            + ByteArrayUtil.printable(key)
            + " "
            + what
            + ", expected one of "
            + directory
            + " below "
            + parent);
  }
}
