package dev.tenure.record.keyspace;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A tree of typed directories over the keys of a subspace. A path through the tree stands for a
 * tuple, and a key can be resolved to its path. Immutable and thread-safe. Compared by identity.
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
   * @param subspace the subspace of its keys
   * @param top the topmost directories
   * @throws IllegalArgumentException when two directories could have the same key, or one has the
   *     type NAME
   */
  public static KeySpace of(Subspace subspace, KeySpaceDirectory... top) {
    return new KeySpace(subspace, Optional.empty(), top);
  }

  /**
   * A key space with interned names.
   *
   * @param subspace the subspace of its keys; the interner's keys must lie outside, so that
   *     clearing a path clears no name
   * @param names replaces names by numbers
   * @param top the topmost directories
   * @throws IllegalArgumentException when two directories could have the same key, or when the
   *     interner's subspace contains the key space's or lies in it
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

  /** The empty path, which stands for the whole key space. */
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
   * Resolves a key: the longest path that the key lies below, and the rest of the key.
   *
   * @return fails with PATH_UNKNOWN in three cases: the key is not in the key space; an element
   *     belongs to no directory (the error names the element and the directories); no name has the
   *     number that an element holds
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
