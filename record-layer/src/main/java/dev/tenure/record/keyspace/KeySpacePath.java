package dev.tenure.record.keyspace;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A path in a {@link KeySpace}: a sequence of directories, each with a value. It stands for all
 * keys below it. Immutable and thread-safe. Two paths are equal when key space, directories and
 * values are equal.
 *
 * <p>Example: {@code keySpace.path("app", "shop").add("tenant", 7L).add("queue")} is shown as
 * {@code /app:"shop"/tenant:7/queue}.
 *
 * <p>Two paths have no key in common unless one is a part of the other.
 */
public final class KeySpacePath {
  private final KeySpace space;
  private final Optional<KeySpacePath> parent;
  private final KeySpaceDirectory directory;
  private final PathValue value;

  private KeySpacePath(
      KeySpace space, Optional<KeySpacePath> parent, KeySpaceDirectory directory, PathValue value) {
    this.space = space;
    this.parent = parent;
    this.directory = directory;
    this.value = value;
  }

  static KeySpacePath root(KeySpace space, KeySpaceDirectory directory) {
    return new KeySpacePath(space, Optional.empty(), directory, PathValue.ofNull());
  }

  /** The path with one more directory. The caller has checked the value. */
  KeySpacePath child(KeySpaceDirectory below, PathValue belowValue) {
    return new KeySpacePath(space, Optional.of(this), below, belowValue);
  }

  /**
   * The path with one more directory, whose value is a constant or null.
   *
   * @throws IllegalArgumentException when there is no such directory here, or when it needs a value
   */
  public KeySpacePath add(String name) {
    KeySpaceDirectory below = require(name);
    return child(
        below,
        below
            .constant()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "directory " + below + " below " + this + " needs a value")));
  }

  /**
   * The path with one more directory.
   *
   * @param belowValue a Long, Integer, Short or Byte; String; byte[] or ByteString; Float; Double;
   *     Boolean or UUID, as the directory's type asks for
   * @throws IllegalArgumentException when there is no such directory here, the value is of another
   *     type, or differs from the directory's constant
   */
  public KeySpacePath add(String name, Object belowValue) {
    KeySpaceDirectory below = require(name);
    PathValue checked = PathValue.of(below.type(), belowValue);
    if (!below.takes(checked)) {
      throw new IllegalArgumentException(
          "value is " + checked + ", expected that of directory " + below + " below " + this);
    }
    return child(below, checked);
  }

  private KeySpaceDirectory require(String name) {
    return directory
        .child(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "directory "
                        + name
                        + " is not below "
                        + this
                        + ", expected one of "
                        + directory.children()));
  }

  public KeySpace space() {
    return space;
  }

  /** The path without its last directory; empty for the root. */
  public Optional<KeySpacePath> parent() {
    return parent;
  }

  /** The last directory. */
  public KeySpaceDirectory directory() {
    return directory;
  }

  /** The value of the last directory. */
  public PathValue value() {
    return value;
  }

  /** The paths after an ancestor, down to this one. */
  List<KeySpacePath> below(KeySpacePath ancestor) {
    List<KeySpacePath> steps = new ArrayList<>();
    KeySpacePath step = this;
    while (!step.equals(ancestor)) {
      steps.add(0, step);
      step = step.parent.orElseThrow();
    }
    return steps;
  }

  /**
   * The path as a tuple below the key space's subspace. Names that have no number are interned in
   * this transaction.
   */
  public CompletableFuture<Tuple> toTuple(RecordContext context) {
    return tuple(name -> space.names().intern(context, name).thenApply(Optional::of))
        .thenApply(Optional::orElseThrow);
  }

  /** The subspace of the path's keys. Names that have no number yet are interned. */
  public CompletableFuture<Subspace> toSubspace(RecordContext context) {
    return toTuple(context).thenApply(space.subspace()::subspace);
  }

  /**
   * The subspace of the path's keys, without interning names. Empty when a name was never interned,
   * since there can be no keys then.
   */
  public CompletableFuture<Optional<Subspace>> findSubspace(RecordContext context) {
    return tuple(name -> space.names().find(context, name))
        .thenApply(found -> found.map(space.subspace()::subspace));
  }

  /** Gives names their numbers. */
  private interface Numbers {
    CompletableFuture<Optional<Long>> numberOf(String name);
  }

  private CompletableFuture<Optional<Tuple>> tuple(Numbers numbers) {
    return parent.isEmpty()
        ? CompletableFuture.completedFuture(Optional.of(new Tuple()))
        : parent
            .get()
            .tuple(numbers)
            .thenCompose(
                above ->
                    above.isEmpty()
                        ? CompletableFuture.completedFuture(above)
                        : addTo(above.get(), numbers));
  }

  private CompletableFuture<Optional<Tuple>> addTo(Tuple above, Numbers numbers) {
    return directory.type() == DirectoryType.NAME
        ? numbers.numberOf(value.asString()).thenApply(number -> number.map(above::add))
        : CompletableFuture.completedFuture(Optional.of(value.addTo(above)));
  }

  /**
   * Whether there is any key below the path. Adds a read conflict on the keys up to the first one.
   */
  public CompletableFuture<Boolean> hasData(RecordContext context) {
    return PathData.hasData(context, this);
  }

  /**
   * The approximate bytes of keys and values below the path, as the database estimates them.
   * FoundationDB's estimate is inaccurate below some megabytes.
   */
  public CompletableFuture<Long> estimatedBytes(RecordContext context) {
    return PathData.estimatedBytes(context, this);
  }

  /**
   * Lists the values of a directory below this path that have keys, as paths, in the order of keys,
   * by snapshot. Reads one key for each path, however many keys lie below it.
   *
   * @param name the name of the directory
   * @param from the position of the previous page; empty for the first page
   * @param max the most paths to return, at least 1
   * @return fails with PATH_UNKNOWN when a key has an element of another type than the directory,
   *     and with CONTINUATION_REFUSED when the position is corrupt or belongs to another list
   * @throws IllegalArgumentException when there is no such directory here, or max is below 1
   */
  public CompletableFuture<PathPage> list(
      RecordContext context, String name, Optional<ByteString> from, int max) {
    KeySpaceDirectory below = require(name);
    if (max < 1) {
      throw new IllegalArgumentException("max is " + max + ", the least is 1");
    }
    return PathLister.list(context, this, below, from, max);
  }

  /**
   * Clears all keys below the path by one range clear, and invalidates the cached store headers of
   * all processes. Interned names are kept.
   */
  public CompletableFuture<Void> delete(RecordContext context) {
    return PathData.delete(context, this);
  }

  /**
   * Exports one page of the rows below the path, in a form that does not depend on the path's
   * subspace; see {@link ExportPage}. The pages of an export are consistent only if nothing below
   * the path changes between them. So read all pages at one version, or lock out the writers.
   *
   * @param from the position of the previous page; empty for the first page
   * @param bytesMax the page ends with the row that reaches this size; 1 to {@link
   *     ExportPage#BYTES_MAX}
   * @return fails with PATH_UNKNOWN when a key belongs to no directory, with CONTINUATION_REFUSED
   *     when the position is corrupt or belongs to another path
   * @throws IllegalArgumentException when bytesMax is outside of its limits
   */
  public CompletableFuture<ExportPage> exportPage(
      RecordContext context, Optional<ByteString> from, int bytesMax) {
    ExportPage.requireBytesMax(bytesMax);
    return PathExporter.export(context, this, from, bytesMax);
  }

  /**
   * Writes a page of an export below this path. One call writes at most 4,000,000 bytes and 200
   * paths; call again with the same page until it is done, and then with the next page. Names are
   * interned. The cached store headers of all processes are invalidated. A call with the same page
   * and progress may be repeated when the result of a commit is not known.
   *
   * @param progress the result of the previous call, after its commit; first {@link
   *     ImportProgress#start()}
   * @param page the bytes of an {@link ExportPage}
   * @return fails with DAMAGED or FORMAT_UNKNOWN when the bytes are not a page, with
   *     CONTINUATION_REFUSED when the page does not follow the previous one, with PATH_UNKNOWN when
   *     its paths do not match the directories here, with PATH_NOT_EMPTY when the mode refuses
   *     existing keys. No row is written then
   * @throws IllegalArgumentException when the import is complete
   */
  public CompletableFuture<ImportProgress> importPage(
      RecordContext context, ImportProgress progress, ByteString page, ImportMode mode) {
    if (progress.complete()) {
      throw new IllegalArgumentException("import below " + this + " is complete: " + progress);
    }
    return PathImporter.importPage(context, this, progress, page, mode);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeySpacePath that
        && space == that.space
        && directory == that.directory
        && value.equals(that.value)
        && parent.equals(that.parent);
  }

  @Override
  public int hashCode() {
    return Objects.hash(parent, directory.name(), value);
  }

  /**
   * The path as text for people: {@code /app:"shop"/tenant:7/queue}. Constant values are left out.
   */
  @Override
  public String toString() {
    return parent.isEmpty() ? "/" : parent.get().prefixText() + text();
  }

  private String prefixText() {
    return parent.isEmpty() ? "" : parent.get().prefixText() + text();
  }

  private String text() {
    return "/" + directory.name() + (directory.constant().isPresent() ? "" : ":" + value);
  }
}
