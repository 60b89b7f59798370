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
 * Exports everything below a path, and imports it elsewhere, over as many transactions as it takes:
 * each page in a run of its own, with retries. Immutable; safe for use by many threads.
 *
 * <p>{@link #exportTo} reads each page at a version of its own. The pages are one state only when
 * nothing below the path changes meanwhile: lock the record stores there first. Once a lock is
 * committed, a writer that opened the store before cannot commit any more. {@link
 * #exportAtOneVersion} needs no lock, and has five seconds.
 *
 * <p>Rows are copied as they are: header, lock and incarnation of a store with them. Raise the
 * incarnation of a store that comes from another cluster before its first use there.
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

  /** Out of, or into, a database; pages have {@link ExportPage#BYTES_DEFAULT} bytes. */
  public static KeySpaceTransfer of(RecordDatabase database) {
    return new KeySpaceTransfer(
        database, RunOptions.defaults().withName("key space transfer"), ExportPage.BYTES_DEFAULT);
  }

  /**
   * How each transaction is run: name, priority, tags, retries. A page may be repeated whatever
   * became of its commit, so that each run is idempotent.
   *
   * @throws IllegalArgumentException when the options let transactions read what was, instead of
   *     what is: a lock that was just committed would not be seen
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
   * How many bytes a page of an export has: it ends with the row that reaches them.
   *
   * @throws IllegalArgumentException unless 1 to {@link ExportPage#BYTES_MAX}
   */
  public KeySpaceTransfer withPageBytesMax(int bytes) {
    ExportPage.requireBytesMax(bytes);
    return new KeySpaceTransfer(database, run, bytes);
  }

  /**
   * Gives all pages to a sink, one after another, each when the one before is taken.
   *
   * @param from {@link ExportPage#next} of the last page that was taken, to go on after a failure;
   *     empty for the first page
   * @param sink completes when the page is safe; called outside of any transaction, and with the
   *     same page again only by an export that goes on from before it
   * @return how many rows were given; fails as {@link KeySpacePath#exportPage}, or as the sink
   */
  public CompletableFuture<Long> exportTo(
      KeySpacePath path,
      Optional<ByteString> from,
      Function<? super ExportPage, ? extends CompletableFuture<?>> sink) {
    return new PathExport(path, from, sink).run(database, run, pageBytesMax);
  }

  /**
   * As {@link #exportTo} from the start, all pages at one version.
   *
   * @return fails with TRANSACTION_TOO_OLD when pages and sink take longer than five seconds; what
   *     the sink has is then no whole
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
   * Writes the pages of a source below a path, in their order, until the last is done.
   *
   * @param from {@link ImportProgress#start()}, or what was kept last, to go on after a failure
   * @param source the bytes of the page of a number, from 0
   * @param kept called after each commit with how far the import has come; the next transaction
   *     begins when it completes
   * @return fails as {@link KeySpacePath#importPage}, as the source, or as {@code kept}; the rows
   *     of all commits before stay
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
   * Writes one page below a path, over as many transactions as it takes: for a sink that imports
   * what another database exports, without keeping it between.
   *
   * @param from {@link ImportProgress#start()}, or what the page before gave
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
