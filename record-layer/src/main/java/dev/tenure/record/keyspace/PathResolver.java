package dev.tenure.record.keyspace;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds the path of a key, by descending the tree of directories. */
final class PathResolver {
  private final RecordContext context;
  private final byte[] key;

  PathResolver(RecordContext context, byte[] key) {
    this.context = context;
    this.key = key;
  }

  /**
   * The longest path below {@code from} to which the key belongs.
   *
   * @param from the path at which the descent begins
   * @param prefix the packed tuple of that path
   */
  CompletableFuture<ResolvedKey> resolve(KeySpacePath from, byte[] prefix) {
    if (!PathKeys.isBelow(prefix, key)) {
      return CompletableFuture.failedFuture(
          unknown("is not below " + from + ", at " + ByteArrayUtil.printable(prefix)));
    }
    return follow(from, prefix.length);
  }

  private CompletableFuture<ResolvedKey> follow(KeySpacePath path, int at) {
    if (at < key.length && key[at] == PathKeys.ESCAPE) {
      return refused(path, at, Optional.empty());
    }
    if (at == key.length || path.directory().children().isEmpty()) {
      ByteString remainder = ByteString.copyFrom(key, at, key.length - at);
      return CompletableFuture.completedFuture(new ResolvedKey(path, remainder));
    }
    int end = PackedTuples.end(key, at);
    Optional<PathValue> element = TupleElements.value(key, at, end);
    Optional<KeySpaceDirectory> child = element.flatMap(path.directory()::childFor);
    if (child.isPresent()) {
      return follow(path.child(child.get(), element.orElseThrow()), end);
    }
    return isNumber(path, element)
        ? followName(path, at, end, element.orElseThrow())
        : refused(path, at, element);
  }

  private static boolean isNumber(KeySpacePath path, Optional<PathValue> element) {
    return element.filter(value -> value.type() == DirectoryType.LONG).isPresent()
        && path.directory().children().stream()
            .anyMatch(child -> child.type() == DirectoryType.NAME);
  }

  private CompletableFuture<ResolvedKey> followName(
      KeySpacePath path, int at, int end, PathValue number) {
    return path.space()
        .names()
        .nameOf(context, number.asLong())
        .thenCompose(
            name -> {
              Optional<PathValue> value =
                  name.map(found -> PathValue.of(DirectoryType.NAME, found));
              Optional<KeySpaceDirectory> child = value.flatMap(path.directory()::childFor);
              return child.isPresent()
                  ? follow(path.child(child.get(), value.orElseThrow()), end)
                  : refused(path, at, Optional.of(value.orElse(number)));
            });
  }

  private <T> CompletableFuture<T> refused(KeySpacePath path, int at, Optional<PathValue> element) {
    String found =
        element
            .map(value -> "the " + value.type() + " " + value)
            .orElseGet(() -> ByteArrayUtil.printable(PathKeys.rest(key, at)));
    return CompletableFuture.failedFuture(
        unknown(
            "continues with "
                + found
                + " below "
                + path
                + ", expected one of "
                + path.directory().children()));
  }

  private RecordLayerException unknown(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.PATH_UNKNOWN, "key " + ByteArrayUtil.printable(key) + " " + what);
  }
}
