package dev.tenure.consumer.scan;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Meter;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.consumer.visit.Candidate;
import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.pointer.TopLevelPeek;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 1 for one shard: carries out the steps that {@link PeekResult} chooses. Used on the
 * scanner's serial executor; only {@link #hint} may be called from anywhere.
 *
 * <pre>
 *   Due ──peek──► Peeking ──Draw──► Ready ──all drawn──► Due or Settling
 *    ▲               ├─ Settle ──► Settling ── a visit ended, or 20 ms ──► Due
 *    └──── woken ────┴─ Sleep, BackOff ──► Idle
 * </pre>
 */
final class ShardScan {
  /**
   * Up to this many consumers poll at the configured interval. With more, each polls less often, so
   * that the fleet polls as often as this many would.
   */
  private static final int POLLING_AT_ONCE = 4;

  private final Environment environment;
  private final SerialExecutor serial;
  private final Source source;
  private final CandidateFilter filter;
  private final SelectionFraction fraction;
  private final ConsumerRanks ranks;
  private final Shares shares;
  private final Runnable dispatch;
  private final SequentialScan sequential;
  private final Idler idler;
  private final PeekHistory history;
  private final PeekedCandidates candidates;
  private final ScanStep.Scan steps = new StepsCarriedOut();
  private final Set<VisitKey> unfinished = new LinkedHashSet<>();

  private volatile ScanState state = new ScanState.Due();
  private int visiting;
  private int settlings;

  /**
   * @param dispatch called when the shard may have become due
   */
  ShardScan(
      Environment environment,
      SerialExecutor serial,
      Source source,
      CandidateFilter filter,
      SelectionFraction fraction,
      ConsumerRanks ranks,
      Shares shares,
      Runnable dispatch) {
    this.environment = environment;
    this.serial = serial;
    this.source = source;
    this.filter = filter;
    this.fraction = fraction;
    this.ranks = ranks;
    this.shares = shares;
    this.dispatch = dispatch;
    this.sequential = new SequentialScan(environment, serial, source);
    this.idler = new Idler(environment, serial, source, ranks, this::due);
    this.history = new PeekHistory(environment.options());
    this.candidates = new PeekedCandidates(environment, fraction);
  }

  Source source() {
    return source;
  }

  boolean isDue() {
    return state instanceof ScanState.Due;
  }

  boolean isReady() {
    return state instanceof ScanState.Ready;
  }

  /** The time of the last answered peek. */
  Instant answeredAt() {
    return history.answeredAt();
  }

  /** The part of the shard that is this consumer's share, from 0 to 1. */
  double part() {
    return shares.of(source).part();
  }

  /**
   * Whether the shard is that of an application that this consumer does not work for. Only pointers
   * that old processes have put there may be for this consumer.
   */
  boolean isForeign() {
    return source
        .cluster()
        .space()
        .owner(source.shard())
        .filter(application -> !environment.options().serves(application))
        .isPresent();
  }

  /** Whether all pointers of the shard may be for this consumer, so that it can go in order. */
  private boolean isWhole() {
    return environment.options().applications().isEmpty()
        || (!isForeign() && source.cluster().space().owner(source.shard()).isPresent());
  }

  boolean isOwn() {
    return !shares.of(source).isNone();
  }

  /** Whether this consumer's share of the shard has more candidates than its managers can visit. */
  boolean keepsBusy() {
    return isOwn() && !state.isWaiting() && (history.hasBacklog() || !candidates.isEmpty());
  }

  boolean scansInOrder() {
    return sequential.held();
  }

  /** Whether the last peek found zones that wait and are not being visited. */
  boolean hasWaiting() {
    return !candidates.isEmpty() || !unfinished.isEmpty();
  }

  /** Whether the last peek is recent enough to trust. */
  boolean isFresh() {
    return candidates.isFresh();
  }

  private void due() {
    state = new ScanState.Due();
    dispatch.run();
  }

  /** Makes the shard due for a peek, since its cluster has become silent. */
  void probe() {
    if (state instanceof ScanState.Ready || state instanceof ScanState.Settling) {
      state = new ScanState.Due();
    } else if (state instanceof ScanState.Sleeping) {
      idler.wakeNow();
    }
  }

  /** Called when the clock was corrected: forgets all times and peeks anew. */
  void clockMoved() {
    history.clockMoved();
    candidates.clear();
    sequential.clockMoved();
    idler.clockMoved();
  }

  /** Peeks (line 6). */
  void peek(int freeManagers) {
    state = new ScanState.Peeking(false);
    ShardPeek peek =
        history.next(
            environment.time().now(),
            filter.visits(),
            idler.watching(),
            freeManagers,
            fraction.collidingOften());
    environment.meters().count(Meter.PEEKS);
    environment.whenDone(look(peek), serial, (seen, error) -> looked(peek, seen, error));
  }

  private CompletableFuture<TopLevelPeek> look(ShardPeek peek) {
    TopLevelPeekRequest request = history.request(peek, part(), source.cluster().time().lead());
    return environment.begin(() -> source.cluster().topLevel().peek(source.shard(), request));
  }

  private void looked(ShardPeek peek, @Nullable TopLevelPeek seen, @Nullable Throwable error) {
    if (!(state instanceof ScanState.Peeking peeking)) {
      return;
    }
    PeekResult result = seen == null ? failed(peek, error) : answered(peek, seen);
    PeekResult.Facts facts =
        new PeekResult.Facts(
            peek.weak(),
            peeking.hinted(),
            isBusy(),
            history.isQuiet(),
            peek.watched() && idler.watching(),
            history.pages());
    result.next(facts).on(steps);
  }

  private PeekResult failed(ShardPeek peek, @Nullable Throwable error) {
    if (peek.weak()) {
      history.failedWeakly();
      return new PeekResult.PeekFailed(0);
    }
    int failuresBefore = history.failed();
    Throwable why = error == null ? new IllegalStateException("the peek gave nothing") : error;
    if (failuresBefore > 0 || !DatabaseTrouble.of(why).mayPass()) {
      environment.report("a peek", source, why);
    }
    environment.meters().count(Meter.VISITS_FAILED);
    return new PeekResult.PeekFailed(failuresBefore);
  }

  private PeekResult answered(ShardPeek peek, TopLevelPeek seen) {
    history.answered(peek, seen, environment.time().now());
    CandidateFilter.Sieved sieved = filter.sieve(CandidatePool.group(source, seen), peek);
    candidates.replace(sieved.kept(), peek, shares.of(source), history.isQuiet());
    history.kept(peek, candidates.size(), sieved.laterAt());
    unfinished.clear();
    if (!candidates.isEmpty()) {
      return new PeekResult.CandidatesFound();
    }
    return seen.more()
        ? new PeekResult.AllLeftAlone(history.canGoFurther())
        : new PeekResult.NothingFound(
            seen.earliestUnvested().orElse(Instant.MAX), history.laterAt());
  }

  /** Whether the shard has vested entries that are no candidates for the moment. */
  private boolean isBusy() {
    return visiting > 0 || candidates.yielded();
  }

  /** Carries out the steps that follow a peek. */
  private final class StepsCarriedOut implements ScanStep.Scan {
    @Override
    public void draw() {
      state = new ScanState.Ready();
      history.found();
      if (isOwn() && isWhole()) {
        sequential.wanted();
      }
      candidates.select();
      dispatch.run();
    }

    @Override
    public void peekAgain() {
      due();
    }

    @Override
    public void peekFurther() {
      history.goFurther();
      due();
    }

    @Override
    public void settle(Duration most) {
      ScanState settling = new ScanState.Settling(++settlings);
      state = settling;
      environment.time().after(most, () -> serial.execute(() -> settled(settling)));
    }

    @Override
    public void watch() {
      history.becomeQuiet();
      idler.arm(ShardScan.this::armed);
    }

    @Override
    public void sleep(Instant vesting, Instant later) {
      state = new ScanState.Sleeping();
      sequential.release();
      Instant now = environment.time().now();
      Instant poll = now.plus(environment.random().jitter(pollInterval(), 0.8, 1.2));
      idler.sleep(vesting, later.isBefore(poll) ? later : poll);
    }

    @Override
    public void backOff(Duration delay) {
      state = new ScanState.Sleeping();
      idler.sleep(Instant.MAX, environment.time().now().plus(delay));
    }
  }

  private void armed() {
    if (state instanceof ScanState.Peeking) {
      due();
    }
  }

  private void settled(ScanState settling) {
    if (state.equals(settling)) {
      due();
    }
  }

  /**
   * The interval of the fallback poll. It grows with the number of live consumers beyond {@link
   * #POLLING_AT_ONCE}.
   */
  private Duration pollInterval() {
    int consumers = Math.max(POLLING_AT_ONCE, ranks.liveCount(source));
    return environment.options().pollInterval().multipliedBy(consumers).dividedBy(POLLING_AT_ONCE);
  }

  /** Draws the next candidate that may be visited (line 8); null when the shard has none. */
  @Nullable Candidate draw() {
    candidates.leaveContested();
    while (state instanceof ScanState.Ready) {
      Candidate drawn = candidates.draw(sequential.held());
      if (drawn == null) {
        exhausted();
      } else if (filter.mayBeVisited(drawn)) {
        return drawn;
      }
    }
    return null;
  }

  private void exhausted() {
    if (candidates.isEmpty() && !history.hasMore() && isBusy()) {
      steps.settle(PeekResult.settling(history.pages()));
    } else {
      state = new ScanState.Due();
    }
  }

  void visitBegan(Candidate candidate) {
    unfinished.remove(candidate.key());
    visiting++;
  }

  /**
   * Notes that a visit has ended.
   *
   * @param moreVested whether the zone has more vested items and waits for its next visit
   */
  void visitEnded(Candidate candidate, boolean moreVested) {
    visiting--;
    if (moreVested) {
      unfinished.add(candidate.key());
    }
    if (state instanceof ScanState.Settling) {
      due();
    }
  }

  /**
   * Notes that a producer of this process has committed work that vests at this time. May be called
   * on any thread.
   */
  void hint(Instant vesting) {
    if (state.isAttentive() || history.isBehind(vesting)) {
      serial.execute(() -> hinted(vesting));
    }
  }

  private void hinted(Instant vesting) {
    history.include(vesting);
    boolean vested = !vesting.isAfter(environment.time().now());
    if (state instanceof ScanState.Peeking) {
      state = new ScanState.Peeking(true);
    } else if (state instanceof ScanState.Settling && vested) {
      due();
    } else if (state instanceof ScanState.Sleeping && vested) {
      idler.wakeNow();
    } else if (state instanceof ScanState.Sleeping) {
      idler.wakeBy(vesting, true);
    }
  }

  /**
   * Stops the scan.
   *
   * @return completes once the shard's lease is given back; never fails
   */
  CompletableFuture<Void> stop() {
    state = new ScanState.Stopped();
    candidates.clear();
    idler.close();
    sequential.release();
    return sequential.settled();
  }
}
