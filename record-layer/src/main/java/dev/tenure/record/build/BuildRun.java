package dev.tenure.record.build;

import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.BuilderHeartbeat;
import dev.tenure.record.store.BuiltSlice;
import dev.tenure.record.store.IndexBuilds;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of an indexer: a first transaction, slices until no range is missing, and a last
 * transaction for each index. The steps run one after another, so the state needs no lock.
 */
final class BuildRun {
  private static final Duration BEAT_EVERY = Duration.ofSeconds(5);
  private static final ExponentialBackoff PAUSES =
      new ExponentialBackoff(Duration.ofMillis(10), Duration.ofSeconds(1));

  private final RecordDatabase database;
  private final IndexerSettings settings;
  private final BuildPlan plan;
  private final IndexerSettings.Limits limits;
  private final String builder;
  private final SliceSize size;
  private final BuildMeter meter;
  private final BuildJump jump;
  private final Instant started;
  private final SortedMap<String, IndexState> states = new TreeMap<>();
  private volatile boolean stopped;
  private ByteString from = ByteString.EMPTY;
  private Instant lastBeat;
  private Instant sliceStarted;
  private long records;
  private int slices;
  private int failures;
  private int failuresInARow;

  /** The next action after a step. */
  private enum Next {
    SLICE,
    FINISH,
    STOP
  }

  /** A slice that was built, or why it was not. */
  private record Attempt(@Nullable BuiltSlice built, @Nullable Throwable error) {
    BuiltSlice requireBuilt() {
      return Objects.requireNonNull(built, "built");
    }
  }

  BuildRun(RecordDatabase database, IndexerSettings settings) {
    this.database = database;
    this.settings = settings;
    this.plan = settings.plan();
    this.limits = settings.limits();
    this.builder = Long.toHexString(database.random().nextLong());
    this.size = new SliceSize(limits.slices());
    this.meter = new BuildMeter(database.clock(), settings);
    this.jump = new BuildJump(plan, database.random());
    this.started = database.clock().instant();
    this.lastBeat = started;
    this.sliceStarted = started;
  }

  /** Ends the run after the slice under way. */
  void stop() {
    stopped = true;
  }

  CompletableFuture<BuildResult> start() {
    return inStore("online index build: begin", this::begin)
        .thenCompose(nothing -> report())
        .thenCompose(nothing -> AsyncLoop.whileTrue(this::step))
        .thenCompose(nothing -> leave())
        .exceptionallyCompose(this::leave);
  }

  private CompletableFuture<Void> begin(RecordStore store) {
    return new BuildBegin(settings, store.builds(), heartbeat()).run();
  }

  private BuilderHeartbeat heartbeat() {
    return new BuilderHeartbeat(builder, settings.name(), database.clock().instant());
  }

  /** A transaction in the store that may be run again. */
  private <T> CompletableFuture<T> inStore(
      String name, Function<RecordStore, CompletableFuture<T>> body) {
    return database.run(options(name), context -> open(context).thenCompose(body));
  }

  private static RunOptions options(String name) {
    return RunOptions.defaults()
        .withName(name)
        .withIdempotent(true)
        .withContext(ContextOptions.defaults().withPriority(ContextOptions.Priority.BATCH));
  }

  private CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, settings.store().withMode(OpenMode.OPEN));
  }

  /** Whether the run continues. */
  private CompletableFuture<Boolean> step() {
    if (stopped || isTimeUp()) {
      return CompletableFuture.completedFuture(false);
    }
    return slice()
        .thenCompose(
            next ->
                switch (next) {
                  case SLICE -> CompletableFuture.completedFuture(true);
                  case STOP -> CompletableFuture.completedFuture(false);
                  case FINISH -> finish();
                });
  }

  private boolean isTimeUp() {
    Instant now = database.clock().instant();
    return limits.timeMax().filter(most -> !now.isBefore(started.plus(most))).isPresent();
  }

  private CompletableFuture<Next> slice() {
    boolean beats = !database.clock().instant().isBefore(lastBeat.plus(BEAT_EVERY));
    return database
        .run(
            options("online index build: slice").withAttemptsMax(1),
            context -> open(context).thenCompose(store -> slice(store.builds(), beats)))
        .thenApply(built -> new Attempt(built, null))
        .exceptionally(error -> new Attempt(null, error))
        .thenCompose(
            attempt ->
                attempt.error() == null
                    ? built(attempt.requireBuilt(), beats)
                    : failed(attempt.error()));
  }

  private CompletableFuture<BuiltSlice> slice(IndexBuilds builds, boolean beats) {
    ScanOptions scan =
        ScanOptions.defaults()
            .withRowsMax(size.records())
            .withBytesMax(limits.slices().bytesMax())
            .withTimeMax(limits.slices().timeMax());
    return builds
        .buildSlice(plan, from, scan)
        .thenApply(
            built -> {
              if (beats && built.kind() == BuiltSlice.Kind.BUILT) {
                builds.beat(plan, heartbeat());
              }
              return built;
            });
  }

  private CompletableFuture<Next> built(BuiltSlice slice, boolean beats) {
    failuresInARow = 0;
    return switch (slice.kind()) {
      case FINISHED -> CompletableFuture.completedFuture(Next.FINISH);
      case NOTHING_MISSING -> {
        boolean whole = from.isEmpty();
        from = ByteString.EMPTY;
        yield CompletableFuture.completedFuture(whole ? Next.FINISH : Next.SLICE);
      }
      case BUILT -> {
        from = slice.next();
        records += slice.records();
        slices++;
        size.succeeded(slice.records());
        lastBeat = beats ? database.clock().instant() : lastBeat;
        yield report().thenCompose(nothing -> pace(slice));
      }
    };
  }

  private CompletableFuture<Next> pace(BuiltSlice slice) {
    Duration took = Duration.between(sliceStarted, database.clock().instant());
    return database
        .delay(limits.pace().waitAfter(slice.records(), took))
        .thenApply(
            nothing -> {
              sliceStarted = database.clock().instant();
              return Next.SLICE;
            });
  }

  private CompletableFuture<Next> failed(Throwable thrown) {
    Throwable error = RecordLayerException.of(thrown);
    failures++;
    failuresInARow++;
    if (!isWorthAnother(error) || failuresInARow >= limits.failuresMax()) {
      return CompletableFuture.failedFuture(error);
    }
    size.failed();
    Duration pause = PAUSES.withFullJitter(failuresInARow, database.random());
    settings.listener().sliceFailed(new SliceFailure(error, failuresInARow, size.records(), pause));
    return database.delay(pause).thenCompose(nothing -> afterConflict(error));
  }

  private boolean isWorthAnother(Throwable error) {
    if (!(error instanceof RecordLayerException known)) {
      return false;
    }
    boolean tooLarge = known.code() == Code.TRANSACTION_TOO_LARGE;
    return tooLarge ? !size.isLeast() : known.retryable() || known.code() == Code.TIMED_OUT;
  }

  /** Handles a conflict with another builder: one of the two continues at another position. */
  private CompletableFuture<Next> afterConflict(Throwable error) {
    boolean conflict =
        error instanceof RecordLayerException known && known.code() == Code.COMMIT_CONFLICT;
    if (!conflict) {
      return CompletableFuture.completedFuture(Next.SLICE);
    }
    return inStore("online index build: look", store -> jump.position(store.builds(), heartbeat()))
        .thenApply(
            elsewhere -> {
              from = elsewhere.orElse(from);
              return Next.SLICE;
            });
  }

  private CompletableFuture<Void> report() {
    return meter.isDue()
        ? inStore("online index build: progress", store -> meter.read(store.builds()))
            .thenAccept(meter::report)
        : CompletableFuture.completedFuture(null);
  }

  /** Whether the run continues after this failure. */
  private CompletableFuture<Boolean> finish() {
    return noteWork()
        .thenCompose(nothing -> AsyncLoop.forEach(plan.indexes(), this::finish))
        .thenCompose(nothing -> ended())
        .exceptionallyCompose(this::unfinished);
  }

  private CompletableFuture<Void> noteWork() {
    return meter.isHeard()
        ? inStore("online index build: progress", store -> meter.read(store.builds()))
            .thenAccept(meter::note)
        : CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Boolean> ended() {
    meter.reportEnd(records);
    states.forEach(settings.listener()::ended);
    return CompletableFuture.completedFuture(false);
  }

  /**
   * Handles an index whose built part was cleared by another process, perhaps with all records: it
   * is built anew.
   */
  private CompletableFuture<Boolean> unfinished(Throwable thrown) {
    Throwable error = RecordLayerException.of(thrown);
    boolean refused =
        error instanceof RecordLayerException known && known.code() == Code.BUILD_REFUSED;
    failuresInARow++;
    return refused && failuresInARow < limits.failuresMax()
        ? CompletableFuture.completedFuture(true)
        : CompletableFuture.failedFuture(error);
  }

  /** Marks one index readable; over several transactions when there is much to look at. */
  private CompletableFuture<Void> finish(String index) {
    return AsyncLoop.whileTrue(
        () ->
            inStore("online index build: finish", store -> store.builds().markReadable(index))
                .thenApply(
                    state -> {
                      states.put(index, state);
                      return state == IndexState.WRITE_ONLY;
                    }));
  }

  private CompletableFuture<BuildResult> leave() {
    return states.size() == plan.indexes().size()
        ? CompletableFuture.completedFuture(result(BuildResult.Outcome.FINISHED))
        : leaveStore().thenApply(nothing -> result(BuildResult.Outcome.STOPPED));
  }

  /** A build that failed says why, whether its sign of life can be taken away or not. */
  private CompletableFuture<BuildResult> leave(Throwable thrown) {
    Throwable error = RecordLayerException.of(thrown);
    return leaveStore()
        .exceptionally(ignored -> null)
        .thenCompose(nothing -> CompletableFuture.failedFuture(error));
  }

  private CompletableFuture<Void> leaveStore() {
    return inStore(
        "online index build: leave",
        store -> {
          plan.indexes().forEach(index -> states.put(index, store.indexState(index)));
          store.builds().leave(plan, builder);
          return CompletableFuture.completedFuture(null);
        });
  }

  private BuildResult result(BuildResult.Outcome outcome) {
    return new BuildResult(outcome, states, records, slices, failures);
  }
}
