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
 * A way down a {@link KeySpace}: directories, each with a value. The keys of a path are those of
 * everything below it. Immutable, thread-safe; equal to a path of the same key space with the same
 * directories and values.
 *
 * <p>Paths that are not parts of one another have no key in common, whatever their values are.
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

  /** The path with one more directory, whose value the caller has checked. */
  KeySpacePath child(KeySpaceDirectory below, PathValue belowValue) {
    return new KeySpacePath(space, Optional.of(this), below, belowValue);
  }

  /**
   * The path with one more directory, of a constant value or of null.
   *
   * @throws IllegalArgumentException when there is no such directory here, or it takes any value
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
   *     type, or not the constant one
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

  /** The directories behind those of an ancestor, from the top. */
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

  /** Where the keys of the path are. Names that have no number are interned. */
  public CompletableFuture<Subspace> toSubspace(RecordContext context) {
    return toTuple(context).thenApply(space.subspace()::subspace);
  }

  /**
   * Where the keys of the path are; empty when a name on it was never interned, so that there can
   * be no keys. Writes nothing.
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

  /** Whether there is any key below the path. Conflicts with writes to the first one. */
  public CompletableFuture<Boolean> hasData(RecordContext context) {
    return PathData.hasData(context, this);
  }

  /**
   * About how many bytes of keys and values there are below the path, as the database estimates:
   * FoundationDB is far off below some megabytes.
   */
  public CompletableFuture<Long> estimatedBytes(RecordContext context) {
    return PathData.estimatedBytes(context, this);
  }

  /**
   * The paths of one directory below this path that have data, in the order of their keys, by
   * snapshot. Reads one key for each, however much lies below it.
   *
   * @param name the directory
   * @param from the position of the page before; empty for the first page
   * @param max at most so many, at least 1
   * @return fails with PATH_UNKNOWN when there is an element that the directory's type does not
   *     have, with CONTINUATION_REFUSED when the position is damaged or of another list
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
   * Clears everything below the path by one range clear, and tells all processes that what they
   * keep of record stores may be gone. Interned names stay.
   */
  public CompletableFuture<Void> delete(RecordContext context) {
    return PathData.delete(context, this);
  }

  /**
   * One page of everything below the path, in a form that does not depend on where it is kept: see
   * {@link ExportPage}. The pages of one export fit together only when nothing below the path
   * changes between them: read them all at one version, or lock the writers out.
   *
   * @param from the position of the page before; empty for the first page
   * @param bytesMax the page ends with the row that reaches it; 1 to {@link ExportPage#BYTES_MAX}
   * @return fails with PATH_UNKNOWN when there is a key of no directory, with CONTINUATION_REFUSED
   *     when the position is damaged or of another path
   * @throws IllegalArgumentException when bytesMax is outside of its limits
   */
  public CompletableFuture<ExportPage> exportPage(
      RecordContext context, Optional<ByteString> from, int bytesMax) {
    ExportPage.requireBytesMax(bytesMax);
    return PathExporter.export(context, this, from, bytesMax);
  }

  /**
   * Writes a page of an export below this path, as far as it fits into a transaction of 4,000,000
   * bytes and 200 paths; names are interned here. Pages are given in order, the same page again
   * until it is done. Tells all processes that what they keep of record stores may be stale. The
   * same page from the same progress does the same: it may be repeated when the result of a commit
   * is not known.
   *
   * @param progress what the call before gave, once it was committed; at first {@link
   *     ImportProgress#start()}
   * @param page the bytes of an {@link ExportPage}
   * @return fails with DAMAGED or FORMAT_UNKNOWN when the bytes are no page, with
   *     CONTINUATION_REFUSED when the page does not follow the one before, with PATH_UNKNOWN when
   *     its paths do not fit the directories here, with PATH_NOT_EMPTY when data are in its way;
   *     then no row of it is written
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

  /** As people read it: {@code /app:"shop"/tenant:7/queue}; the value of a constant is left out. */
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
