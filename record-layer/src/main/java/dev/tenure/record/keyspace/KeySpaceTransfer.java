package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Exports all rows below a path, and imports them elsewhere, over many transactions. Each page is a
 * separate run with retries. Immutable; safe for use by many threads.
 *
 * <p>{@link #exportTo} reads each page at another version. The pages are consistent only if nothing
 * below the path changes during the export, so lock the record stores there first. After the commit
 * of a lock, a writer that opened the store before cannot commit any more. {@link
 * #exportAtOneVersion} needs no lock, but must end within five seconds.
 *
 * <p>Rows are copied unchanged, including a store's header, lock and incarnation. Raise the
 * incarnation of a store that comes from another cluster before its first use.
 */
public final class KeySpaceTransfer {
  private static final int ATTEMPTS_AT_VERSION_MAX = 3;
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private final RecordDatabase database;
  private final RunOptions run;
  private final int pageBytesMax;

  private KeySpaceTransfer(RecordDatabase database, RunOptions run, int pageBytesMax) {
    this.database = database;
    this.run = run.withIdempotent(true);
    this.pageBytesMax = pageBytesMax;
  }

  /** A transfer from or into a database, with pages of {@link ExportPage#BYTES_DEFAULT} bytes. */
  public static KeySpaceTransfer of(RecordDatabase database) {
    return new KeySpaceTransfer(
        database, RunOptions.defaults().withName("key space transfer"), ExportPage.BYTES_DEFAULT);
  }

  /**
   * Sets the options of each run, such as name, priority, tags and retries. All runs are
   * idempotent, since a page may be written twice.
   *
   * @throws IllegalArgumentException when the options allow an old read version: a lock that was
   *     just committed would not be seen
   */
  public KeySpaceTransfer withRun(RunOptions options) {
    ContextOptions context = options.context();
    if (context.readVersion().isPresent()
        || !context.staleness().isZero()
        || context.causalReadRisky()) {
      throw new IllegalArgumentException(
          "a transfer reads at new versions, but is to be run with " + context);
    }
    return new KeySpaceTransfer(database, options, pageBytesMax);
  }

  /**
   * Sets the size of a page. A page ends with the row that reaches this size.
   *
   * @throws IllegalArgumentException unless 1 to {@link ExportPage#BYTES_MAX}
   */
  public KeySpaceTransfer withPageBytesMax(int bytes) {
    ExportPage.requireBytesMax(bytes);
    return new KeySpaceTransfer(database, run, bytes);
  }

  /**
   * Exports all pages to a sink, one after another.
   *
   * @param from {@link ExportPage#next} of the last page that the sink has stored, to continue
   *     after a failure; empty for the first page
   * @param sink stores a page; its future completes when the page is stored. It is called outside
   *     of transactions. It gets a page twice only when a later export continues from before that
   *     page
   * @return the number of exported rows; fails as {@link KeySpacePath#exportPage} does, or as the
   *     sink does
   */
  public CompletableFuture<Long> exportTo(
      KeySpacePath path,
      Optional<ByteString> from,
      Function<? super ExportPage, ? extends CompletableFuture<?>> sink) {
    return new PathExport(path, from, sink).run(database, run, pageBytesMax);
  }

  /**
   * As {@link #exportTo} from the start, with all pages read at one version.
   *
   * @return fails with TRANSACTION_TOO_OLD when the export takes longer than five seconds; the
   *     pages that the sink has are then incomplete
   */
  public CompletableFuture<Long> exportAtOneVersion(
      KeySpacePath path, Function<? super ExportPage, ? extends CompletableFuture<?>> sink) {
    return database
        .run(run, context -> context.readVersion())
        .thenCompose(
            version ->
                new PathExport(path, Optional.empty(), sink)
                    .run(database, at(version), pageBytesMax));
  }

  /** Few attempts: another at a version that is too old finds it older still. */
  private RunOptions at(long version) {
    return run.withContext(run.context().withReadVersion(version))
        .withAttemptsMax(Math.min(run.attemptsMax(), ATTEMPTS_AT_VERSION_MAX));
  }

  /**
   * Imports the pages of a source below a path, in order, up to the last.
   *
   * @param from {@link ImportProgress#start()}, or the last progress that was kept, to continue
   *     after a failure
   * @param source returns the bytes of the page with a number, from 0
   * @param kept is called after each commit with the progress; the next transaction begins when its
   *     future completes
   * @return fails as {@link KeySpacePath#importPage} does, as the source does, or as {@code kept}
   *     does. The rows of earlier commits are kept
   * @throws IllegalArgumentException when the import is complete
   */
  public CompletableFuture<ImportProgress> importFrom(
      KeySpacePath path,
      ImportMode mode,
      ImportProgress from,
      LongFunction<? extends CompletableFuture<ByteString>> source,
      Function<? super ImportProgress, ? extends CompletableFuture<?>> kept) {
    return new PathImport(this, path, mode, kept, from).all(source);
  }

  /**
   * Imports one page below a path, over as many transactions as it needs. A sink of {@link
   * #exportTo} can call it to copy from one database to another without storing the pages.
   *
   * @param from {@link ImportProgress#start()}, or the result for the previous page
   * @return fails as {@link KeySpacePath#importPage}
   * @throws IllegalArgumentException when the import is complete
   */
  public CompletableFuture<ImportProgress> importPage(
      KeySpacePath path, ImportMode mode, ImportProgress from, ByteString page) {
    return new PathImport(this, path, mode, progress -> DONE, from).page(page);
  }

  RecordDatabase database() {
    return database;
  }

  RunOptions run() {
    return run;
  }
}
