package dev.tenure.queue.move;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.google.protobuf.ByteString;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.cluster.MoveSource;
import dev.tenure.queue.cluster.MoveTarget;
import dev.tenure.queue.cluster.MoveTicket;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.EntryMoves;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.proto.MoveCopy;
import dev.tenure.record.database.RecordDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What all parts of one mover share: the move as the mover has taken it over, the two clusters and
 * the progress as it is stored. One step runs at a time.
 */
final class MoveContext {
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final Duration LOOK_AT_ENTRY_EVERY = Duration.ofSeconds(1);

  final EntryMoves entries;
  final MoveOptions options;
  private final Consumer<MoveProgress> listener;
  private final BooleanSupplier stops;
  private final RecordDatabase environment;
  private final Instant begun;
  private volatile MoveEntry move;
  private volatile MoveSource source;
  private volatile MoveTarget target;
  private volatile MoveCopy copy = MoveCopy.getDefaultInstance();
  private volatile long workedAtBegin;
  private volatile Instant lookedAtEntry;

  /**
   * @param stops whether the mover is to leave the move to others
   */
  MoveContext(
      EntryMoves entries,
      MoveOptions options,
      Consumer<MoveProgress> listener,
      BooleanSupplier stops,
      MoveEntry move) {
    this.entries = entries;
    this.options = options;
    this.listener = listener;
    this.stops = stops;
    this.environment = entries.deployment().clusters().get(0).database();
    this.begun = environment.clock().instant();
    this.lookedAtEntry = begun;
    this.move = move;
    MoveTicket ticket = ticket(entries, move);
    this.source = new MoveSource(ticket);
    this.target = new MoveTarget(ticket);
  }

  /** The mover goes on with what it has made of the entry. */
  void adopt(MoveEntry changed) {
    MoveTicket ticket = ticket(entries, changed);
    move = changed;
    source = new MoveSource(ticket);
    target = new MoveTarget(ticket);
  }

  static MoveTicket ticket(EntryMoves entries, MoveEntry move) {
    return new MoveTicket(
        move.tenant(),
        move.life(),
        move.number(),
        move.epoch(),
        cluster(entries, move.source()),
        cluster(entries, move.target()));
  }

  private static QueueCluster cluster(EntryMoves entries, String name) {
    return entries
        .deployment()
        .cluster(name)
        .orElseThrow(
            () ->
                new QueueException(
                    Code.CLUSTER_NOT_FOUND,
                    "cluster " + name + " of a move is not among those of this process"));
  }

  MoveEntry move() {
    return move;
  }

  MoveSource source() {
    return source;
  }

  MoveTarget target() {
    return target;
  }

  MoveCopy copy() {
    return copy;
  }

  /** The place behind which the log is to be read; empty when nothing of it was read. */
  Optional<ByteString> logRead() {
    return copy.getLogRead().isEmpty() ? Optional.empty() : Optional.of(copy.getLogRead());
  }

  Instant now() {
    return environment.clock().instant();
  }

  /** Fails when the source has been closed for longer than it may be. */
  void requireInTime(Instant closedAt) {
    if (Duration.between(closedAt, now()).compareTo(options.pauseMax()) > 0) {
      throw new TookTooLongException(options.pauseMax());
    }
  }

  CompletableFuture<Void> delay(Duration duration) {
    return duration.isZero()
        ? CompletableFuture.completedFuture(null)
        : environment.delay(duration);
  }

  /** Writes rows with the progress that comes with them. */
  CompletableFuture<Void> save(MoveCopy.Builder after, List<Range> clears, List<KeyValue> rows) {
    return save(after, Duration.ZERO, clears, rows);
  }

  /**
   * As {@link #save(MoveCopy.Builder, List, List)}, before a rest.
   *
   * @param rest for how long the mover will then write nothing at most, by its pace
   */
  CompletableFuture<Void> save(
      MoveCopy.Builder after, Duration rest, List<Range> clears, List<KeyValue> rows) {
    after.setBytesPerSecond(speed(after));
    return write(after, options.holdFor().plus(rest), clears, rows);
  }

  /** Begins the copy, or takes it over. */
  CompletableFuture<MoveCopy> begin(long bytesInAll) {
    return target
        .begin(move.permit(), bytesInAll, options.holdFor())
        .thenApply(
            stored -> {
              copy = stored;
              workedAtBegin = worked(stored);
              return stored;
            });
  }

  /**
   * Writes all that the copy lacks.
   *
   * @param rest reads what it lacks; empty when nothing is to be written
   * @param after the progress that comes with it
   * @param committing called before the commit is sent
   */
  CompletableFuture<Optional<MoveTarget.Finished>> finish(
      Supplier<CompletableFuture<Optional<MoveSource.Rest>>> rest,
      Function<MoveSource.Rest, MoveCopy.Builder> after,
      Runnable committing) {
    return target
        .finish(
            rest, found -> step(after.apply(found), options.holdFor()), incarnation(), committing)
        .thenApply(
            finished -> {
              finished.ifPresent(end -> copy = end.copy());
              return finished;
            });
  }

  /** Of the tenant when it has arrived. */
  int incarnation() {
    return move.incarnation() + 1;
  }

  private MoveTarget.Step step(MoveCopy.Builder after, Duration hold) {
    return new MoveTarget.Step(copy, after.setSteps(copy.getSteps() + 1).build(), hold);
  }

  private CompletableFuture<Void> write(
      MoveCopy.Builder after, Duration hold, List<Range> clears, List<KeyValue> rows) {
    return target
        .write(step(after, hold), clears, rows)
        .thenAccept(
            stored -> {
              copy = stored;
              tell(MoveProgress.stepOf(stored));
            });
  }

  /** Bytes a second of this mover, or of the one before as long as this one has done nothing. */
  private long speed(MoveCopy.Builder after) {
    long millis = Duration.between(begun, now()).toMillis();
    long worked = after.getBytes() + after.getVerifiedBytes() - workedAtBegin;
    return millis <= 0 || worked <= 0
        ? after.getBytesPerSecond()
        : Math.max(1, (long) (worked * (double) MILLIS_PER_SECOND / millis));
  }

  private static long worked(MoveCopy copy) {
    return copy.getBytes() + copy.getVerifiedBytes();
  }

  void tell(MoveProgress.Step step) {
    listener.accept(MoveProgress.of(step, copy));
  }

  /** Lets other movers go on at once. */
  private CompletableFuture<Boolean> release() {
    return write(copy.toBuilder(), Duration.ZERO, List.of(), List.of()).thenApply(done -> false);
  }

  /**
   * Looks at the entry, at most once a second, and whether this mover is to stop.
   *
   * @return whether the mover is to go on. Fails with MOVE_TAKEN_OVER when the move is another's
   */
  CompletableFuture<Boolean> mayGoOn() {
    if (stops.getAsBoolean()) {
      return release();
    }
    Instant now = now();
    if (now.isBefore(lookedAtEntry.plus(LOOK_AT_ENTRY_EVERY)) && !now.isBefore(lookedAtEntry)) {
      return CompletableFuture.completedFuture(true);
    }
    lookedAtEntry = now;
    return entries
        .find(move.tenant())
        .thenApply(
            found -> {
              if (found.isEmpty()
                  || found.get().life() != move.life()
                  || found.get().number() != move.number()
                  || found.get().epoch() != move.epoch()) {
                throw new QueueException(
                    Code.MOVE_TAKEN_OVER,
                    "another mover has taken over the move of tenant " + move.tenant());
              }
              return !found.get().paused();
            });
  }
}
