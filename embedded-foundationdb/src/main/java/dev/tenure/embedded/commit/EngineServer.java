package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The server half of the engine on a storage. It wires versions, window, pipeline and watches
 * together. Safe for use by many threads. The caller that opened it closes it, and that closes the
 * storage.
 */
public final class EngineServer implements TransactionServer, AutoCloseable {
  private final Storage storage;
  private final VersionWindow window;
  private final FutureVersions futureVersions;
  private final WatchTable watches;
  private final CompletionQueue completions;
  private final CommitPipeline pipeline;
  private final @Nullable PlantedFaults faults;
  private volatile boolean closed;

  private EngineServer(
      Storage storage,
      Durability durability,
      EngineEnvironment environment,
      VersionReservation reservation) {
    EngineLimits limits = environment.limits();
    VersionClock clock = new VersionClock(environment.clock(), reservation.firstVersion());
    this.storage = storage;
    this.window = new VersionWindow(storage, clock, reservation, limits.snapshotsMax());
    this.completions = new CompletionQueue(environment.completionExecutor());
    this.watches = new WatchTable(completions);
    this.futureVersions =
        new FutureVersions(window, environment.timer(), limits.futureVersionWait(), completions);
    this.pipeline =
        new CommitPipeline(
            environment,
            window,
            new GroupWriter(storage, durability, reservation, window),
            completions,
            watches,
            futureVersions);
    this.faults =
        environment.faults() == FaultInjector.NONE
            ? null
            : new PlantedFaults(environment.faults(), environment.timer(), completions);
  }

  /**
   * Opens an engine on a storage that no other engine uses. This writes to the storage, since
   * versions are reserved before the first one is given out.
   *
   * @throws StorageException when the reservation cannot be written; the storage stays open
   */
  public static EngineServer open(
      Storage storage, Durability durability, EngineEnvironment environment) {
    VersionReservation reservation = VersionReservation.open(storage);
    return new EngineServer(storage, durability, environment, reservation);
  }

  @Override
  public CompletableFuture<Long> readVersion() {
    return faults == null
        ? freshReadVersion()
        : faults.readVersion(this::freshReadVersion, window::notTooOld);
  }

  @Override
  public CompletableFuture<VersionedReader> reader(long version) {
    if (closed) {
      return refused();
    }
    if (window.reaches(version)) {
      return readerNow(version);
    }
    return futureVersions.await(version).thenCompose(reached -> readerNow(version));
  }

  @Override
  public CompletableFuture<CommitOutcome> commit(CommitRequest request) {
    if (closed) {
      return refused();
    }
    return faults == null ? pipeline.submit(request) : faults.commit(request, pipeline::submit);
  }

  @Override
  public CompletableFuture<Void> watch(byte[] key, byte @Nullable [] seen, long version) {
    if (closed) {
      return refused();
    }
    WatchTable.Watch watch = watches.add(key, seen);
    HeldSnapshot newest = window.acquireNewest();
    if (newest == null) {
      watch.future().completeExceptionally(FdbErrors.exception(FdbErrors.OPERATION_CANCELLED));
      return watch.future();
    }
    try {
      if (watch.differsFrom(newest.snapshot().get(key))) {
        watch.future().complete(null);
      }
    } catch (StorageException e) {
      watch.future().completeExceptionally(FdbErrors.ioError(e));
    } finally {
      newest.release();
    }
    return watch.future();
  }

  /**
   * Lets the group under way finish and fails all waiting operations with 1101. Returns once the
   * storage is closed, which waits for reads under way on other threads. Closing again does
   * nothing.
   */
  @Override
  public void close() {
    closed = true;
    if (!pipeline.close()) {
      return;
    }
    watches.failAll(FdbErrors.OPERATION_CANCELLED);
    futureVersions.failAll(FdbErrors.OPERATION_CANCELLED);
    completions.flush();
    CompletableFuture<Void> storageClosed = window.close();
    try {
      storageClosed.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof StorageException failure ? failure : e;
    }
  }

  private CompletableFuture<Long> freshReadVersion() {
    if (closed) {
      return refused();
    }
    long version = window.readVersion();
    if (version >= 0) {
      return CompletableFuture.completedFuture(version);
    }
    // A storage that cannot be written still serves reads, if at an older version.
    return pipeline.freshVersion().handle((fresh, error) -> window.readVersionAsItIs());
  }

  private CompletableFuture<VersionedReader> readerNow(long version) {
    HeldSnapshot state = window.stateAt(version);
    return state == null
        ? CompletableFuture.failedFuture(window.gone())
        : CompletableFuture.completedFuture(new WindowReader(window, storage, state, version));
  }

  private static <T> CompletableFuture<T> refused() {
    return CompletableFuture.failedFuture(FdbErrors.exception(FdbErrors.OPERATION_CANCELLED));
  }
}
