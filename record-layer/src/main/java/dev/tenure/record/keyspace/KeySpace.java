package dev.tenure.record.keyspace;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A tree of typed directories over the keys of a subspace. Paths through it become tuples, and keys
 * become paths again. Immutable, thread-safe, and equal to itself alone.
 */
public final class KeySpace {
  private final Subspace subspace;
  private final Optional<NameInterner> names;
  private final KeySpacePath root;

  private KeySpace(Subspace subspace, Optional<NameInterner> names, KeySpaceDirectory... top) {
    this.subspace = subspace;
    this.names = names;
    this.root = KeySpacePath.root(this, KeySpaceDirectory.root(List.of(top)));
    if (names.isEmpty() && root.directory().hasNames()) {
      throw new IllegalArgumentException(
          "a key space with directories of interned names needs an interner");
    }
    names.ifPresent(given -> requireApart(subspace, given.subspace()));
  }

  /**
   * A key space without interned names.
   *
   * @param subspace where its keys are
   * @param top its topmost directories
   * @throws IllegalArgumentException when directories cannot be told apart, or have names
   */
  public static KeySpace of(Subspace subspace, KeySpaceDirectory... top) {
    return new KeySpace(subspace, Optional.empty(), top);
  }

  /**
   * A key space with interned names.
   *
   * @param subspace where its keys are; the interner's own are elsewhere, so that clearing a path
   *     clears no name
   * @param names gives the names their numbers
   * @param top its topmost directories
   * @throws IllegalArgumentException when directories cannot be told apart, or the interner's
   *     subspace lies in the key space's or around it
   */
  public static KeySpace of(Subspace subspace, NameInterner names, KeySpaceDirectory... top) {
    return new KeySpace(subspace, Optional.of(names), top);
  }

  private static void requireApart(Subspace subspace, Subspace names) {
    if (PathKeys.isBelow(subspace.getKey(), names.getKey())
        || PathKeys.isBelow(names.getKey(), subspace.getKey())) {
      throw new IllegalArgumentException(
          "the names at "
              + ByteArrayUtil.printable(names.getKey())
              + " and the key space at "
              + ByteArrayUtil.printable(subspace.getKey())
              + " overlap");
    }
  }

  /** The empty path, of the whole key space. */
  public KeySpacePath root() {
    return root;
  }

  /** A path of one directory, as {@link KeySpacePath#add(String)}. */
  public KeySpacePath path(String directory) {
    return root.add(directory);
  }

  /** A path of one directory, as {@link KeySpacePath#add(String, Object)}. */
  public KeySpacePath path(String directory, Object value) {
    return root.add(directory, value);
  }

  /**
   * The path that a key lies below, as long as the key goes on with elements of directories, and
   * what is left of it.
   *
   * @return fails with PATH_UNKNOWN when the key is not in the key space, when its next element is
   *     of no directory there, naming element and directories, or when a number stands for no name
   */
  public CompletableFuture<ResolvedKey> resolve(RecordContext context, byte[] key) {
    return new PathResolver(context, key).resolve(root, subspace.getKey());
  }

  /**
   * As {@link #resolve(RecordContext, byte[])}, for a tuple below the key space.
   *
   * @throws IllegalArgumentException when the tuple has an incomplete versionstamp
   */
  public CompletableFuture<ResolvedKey> resolve(RecordContext context, Tuple tuple) {
    return resolve(context, subspace.pack(tuple));
  }

  Subspace subspace() {
    return subspace;
  }

  NameInterner names() {
    return names.orElseThrow(() -> new IllegalStateException("the key space has no interner"));
  }

  @Override
  public String toString() {
    return "key space at " + ByteArrayUtil.printable(subspace.getKey());
  }
}
