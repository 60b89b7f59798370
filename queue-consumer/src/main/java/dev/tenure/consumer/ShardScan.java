package dev.tenure.consumer;

import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 1 for one shard, as a state machine. Used on the scanner's strand; only {@link #hint}
 * may be called from anywhere.
 *
 * <pre>
 *   DUE ──peek──► PEEKING ──found──► READY ──all drawn──► DUE or SETTLING
 *    ▲               ├─ all of it in hand ──► SETTLING ── a visit ended, or 20 ms ──► DUE
 *    └──── woken ────┴─ nothing, twice ─────► IDLE
 * </pre>
 *
 * <p>It sleeps only after a peek that was made at a fresh read version, from the true front, with
 * the watch set before: otherwise something could be missed.
 */
final class ShardScan {
  private static final int PEEKED_PER_MANAGER = 50;
  private static final Duration TRUE_FRONT_EVERY = Duration.ofSeconds(2);

  /** Clocks of producers may be a little behind: what they enqueue now vests just before. */
  private static final Duration LOW_WATER_MARGIN = Duration.ofMillis(200);

  private static final Duration SETTLING = Duration.ofMillis(20);
  private static final int PAGES_PACED = 49;

  /**
   * What was peeked longer ago and is others' is left to them; and nothing of it is drawn while
   * other consumers are often faster.
   */
  private static final Duration CONTESTED = Duration.ofMillis(20);

  /**
   * What vested less long ago is left to the consumer whose share it is in, while visits collide:
   * longer than the visit takes that is perhaps under way.
   */
  private static final Duration YIELDED = Duration.ofMillis(100);

  /** Of a shard with no share of this consumer's. */
  private static final int PEEKED_OF_OTHERS = 50;

  /** So many consumers poll at the configured interval; more poll no more often in all. */
  private static final int POLLING_AT_ONCE = 4;

  private static final Duration FAILED_LEAST = Duration.ofMillis(100);
  private static final Duration FAILED_MOST = Duration.ofSeconds(5);

  private enum State {
    DUE,
    PEEKING,
    READY,
    SETTLING,
    IDLE
  }

  private final Environment environment;
  private final Strand strand;
  private final Source source;
  private final CandidateFilter filter;
  private final SelectionFraction fraction;
  private final Ranks ranks;
  private final Shares shares;
  private final Runnable dispatch;
  private final SequentialScan sequential;
  private final Idler idler;

  private State state = State.DUE;
  private CandidatePool pool = CandidatePool.empty();
  private final Set<Candidate.Key> unfinished = new LinkedHashSet<>();
  private int visiting;
  private boolean stopped;
  private boolean hinted;
  private boolean filled;
  private boolean backlog;
  private boolean more;
  private boolean quiet;
  private int widened = 1;

  /** Where the next peek goes on behind entries that are all left alone; none to begin anew. */
  private Optional<Instant> pageFrom = Optional.empty();

  private int pages;
  private Instant laterAt = Instant.MAX;
  private Instant answeredAt = Instant.MIN;
  private int failures;
  private int settlings;
  private Instant trueFrontAt = Instant.MIN;
  private volatile Instant lowWater = Instant.MIN;
  private volatile boolean attentive;

  /**
   * @param dispatch called when the shard may have become due
   */
  ShardScan(
      Environment environment,
      Strand strand,
      Source source,
      CandidateFilter filter,
      SelectionFraction fraction,
      Ranks ranks,
      Shares shares,
      Runnable dispatch) {
    this.environment = environment;
    this.strand = strand;
    this.source = source;
    this.filter = filter;
    this.fraction = fraction;
    this.ranks = ranks;
    this.shares = shares;
    this.dispatch = dispatch;
    this.sequential = new SequentialScan(environment, strand, source);
    this.idler = new Idler(environment, strand, source, ranks, this::due);
  }

  Source source() {
    return source;
  }

  boolean isDue() {
    return state == State.DUE;
  }

  /** When a peek was last answered. */
  Instant answeredAt() {
    return answeredAt;
  }

  boolean isReady() {
    return state == State.READY;
  }

  /** How large a part of the shard is this consumer's before others'. */
  double part() {
    return shares.of(source).part();
  }

  boolean isOwn() {
    return !shares.of(source).isNone();
  }

  /** Whether it has more of this consumer's share than its managers can visit. */
  boolean keepsBusy() {
    boolean waits = state == State.SETTLING || state == State.IDLE;
    return isOwn() && !waits && (backlog || !pool.isEmpty());
  }

  boolean scansInOrder() {
    return sequential.held();
  }

  /** Whether zones are known to wait besides those in hand. */
  boolean hasWaiting() {
    return !pool.isEmpty() || !unfinished.isEmpty();
  }

  /** Whether what is known of the shard is of the last moment. */
  boolean isFresh() {
    Duration most = environment.options().tuning().peekKept();
    Duration kept = fraction.collidingOften() && most.compareTo(CONTESTED) > 0 ? CONTESTED : most;
    return !isOlderThan(kept);
  }

  private boolean isOlderThan(Duration age) {
    return environment.deadlines().now().isAfter(pool.peekedAt().plus(age));
  }

  private void due() {
    state = State.DUE;
    attentive = false;
    dispatch.run();
  }

  /** Its cluster does not answer visits any more: only a peek tells when it does. */
  void probe() {
    if (state == State.READY || state == State.SETTLING) {
      state = State.DUE;
    } else if (state == State.IDLE) {
      idler.wakeNow();
    }
  }

  /** The clock was moved: times from before mean nothing, and all is peeked anew. */
  void clockMoved() {
    trueFrontAt = Instant.MIN;
    lowWater = Instant.MIN;
    laterAt = Instant.MAX;
    answeredAt = Instant.MIN;
    pageFrom = Optional.empty();
    pool = CandidatePool.empty();
    sequential.clockMoved();
    idler.clockMoved();
  }

  /** Line 6. */
  void peek(int freeManagers) {
    state = State.PEEKING;
    hinted = false;
    attentive = true;
    Instant now = environment.deadlines().now();
    boolean front =
        pageFrom.isEmpty() && (quiet || !now.isBefore(trueFrontAt.plus(TRUE_FRONT_EVERY)));
    boolean weak = filled && !quiet && !fraction.collidingOften();
    Peek peek = new Peek(now, filter.visits(), front, weak, idler.watching(), freeManagers);
    environment.meters().peeks.increment();
    environment.whenDone(look(peek), strand, (seen, error) -> looked(peek, seen, error));
  }

  private CompletableFuture<TopLevelPeek> look(Peek peek) {
    ConsumerOptions options = environment.options();
    int max = (int) Math.min(options.peekMax(), widened * peekSize(peek.freeManagers()));
    Duration staleness = peek.weak() ? options.tuning().staleness() : Duration.ZERO;
    TopLevelPeekRequest request = new TopLevelPeekRequest(from(peek), max, staleness, quiet);
    return environment.begin(() -> source.cluster().topLevel().peek(source.shard(), request));
  }

  private Instant from(Peek peek) {
    if (peek.front()) {
      return Instant.MIN;
    }
    Duration margin = LOW_WATER_MARGIN.plus(source.cluster().time().lead());
    return pageFrom.orElseGet(() -> lowWater.minus(margin));
  }

  /**
   * So many that this consumer's share of them is as many as its managers may visit for a while.
   */
  private double peekSize(int freeManagers) {
    double part = part();
    return part > 0 ? freeManagers * PEEKED_PER_MANAGER / part : PEEKED_OF_OTHERS;
  }

  /**
   * How a peek was made.
   *
   * @param visits how many visits had ended when it was begun
   * @param front from the true front, not from the low-water mark
   * @param weak at a read version that may be old
   * @param watched the watch had been set before
   */
  record Peek(
      Instant at, long visits, boolean front, boolean weak, boolean watched, int freeManagers) {}

  private void looked(Peek peek, @Nullable TopLevelPeek seen, @Nullable Throwable error) {
    if (stopped) {
      return;
    }
    if (seen == null && peek.weak()) {
      filled = false;
      due();
      return;
    }
    if (seen == null) {
      failed(error == null ? new IllegalStateException("the peek gave nothing") : error);
      return;
    }
    failures = 0;
    answeredAt = environment.deadlines().now();
    if (peek.front()) {
      trueFrontAt = peek.at();
    }
    if (pageFrom.isEmpty()) {
      lowWater = lowest(seen, peek.at());
      laterAt = Instant.MAX;
      pages = 0;
    }
    CandidateFilter.Sieved sieved = filter.sieve(CandidatePool.group(source, seen), peek);
    // What others have visited since an old version, only they know.
    int enough = peek.weak() ? 0 : peek.freeManagers();
    boolean yields = fraction.yields() && !quiet;
    Instant othersVestedBy = yields ? peek.at().minus(YIELDED) : Instant.MAX;
    pool = CandidatePool.of(sieved.kept(), peek.at(), shares.of(source), enough, othersVestedBy);
    laterAt = sieved.laterAt().isBefore(laterAt) ? sieved.laterAt() : laterAt;
    unfinished.clear();
    filled = pool.size() >= peek.freeManagers();
    backlog = filled || (backlog && peek.weak());
    more = seen.more();
    Optional<Instant> next = further(seen);
    pageFrom = Optional.empty();
    if (!pool.isEmpty()) {
      ready();
    } else if (hinted || peek.weak()) {
      due();
    } else if (more) {
      lookFurther(next);
    } else if (visiting > 0 || pool.yielded()) {
      settle();
    } else if (!quiet || !peek.watched() || !idler.watching()) {
      // Only a look that was watched from before it to its end may be followed by sleep.
      quiet = true;
      idler.arm(this::armed);
    } else {
      idle(seen.earliestUnvested(), laterAt);
    }
  }

  /** Behind what was seen, unless that would be where the last peek began. */
  private Optional<Instant> further(TopLevelPeek seen) {
    return seen.seenUntil().filter(until -> pageFrom.isEmpty() || until.isAfter(pageFrom.get()));
  }

  /**
   * All that was seen is left alone for now, by a consumer that cannot run it: the next peek sees
   * what is behind it, and twice as many at a time, up to the limit.
   */
  private void lookFurther(Optional<Instant> next) {
    boolean wider = widened * PEEKED_OF_OTHERS < environment.options().peekMax();
    widened = wider ? 2 * widened : widened;
    pageFrom = next;
    pages++;
    if (wider || next.isPresent()) {
      due();
    } else {
      settle();
    }
  }

  private void armed() {
    if (!stopped) {
      due();
    }
  }

  private static Instant lowest(TopLevelPeek seen, Instant now) {
    return seen.vested().stream().map(TopLevelEntry::vesting).min(Instant::compareTo).orElse(now);
  }

  private void failed(Throwable error) {
    if (failures > 0 || !DatabaseTrouble.of(error).mayPass()) {
      environment.complain("a peek", source, error);
    }
    environment.meters().visitsFailed.increment();
    Duration delay = Backoff.doubled(FAILED_LEAST, failures++, FAILED_MOST);
    state = State.IDLE;
    pageFrom = Optional.empty();
    idler.sleep(Instant.MAX, environment.deadlines().now().plus(delay));
  }

  private void ready() {
    state = State.READY;
    attentive = false;
    widened = 1;
    quiet = false;
    if (isOwn()) {
      sequential.wanted();
    }
    select();
    dispatch.run();
  }

  private void select() {
    pool.select(fraction.current(), environment.options().selectionMax());
  }

  /**
   * Everything vested is being visited or left alone: looks again when a visit ends, or soon; later
   * when that takes many peeks.
   */
  private void settle() {
    state = State.SETTLING;
    attentive = true;
    int settling = ++settlings;
    Duration settles = SETTLING.multipliedBy(1L + Math.min(pages, PAGES_PACED));
    environment.deadlines().after(settles, () -> strand.execute(() -> settled(settling)));
  }

  private void settled(int settling) {
    if (state == State.SETTLING && settling == settlings) {
      due();
    }
  }

  private void idle(Optional<Instant> vesting, Instant later) {
    state = State.IDLE;
    sequential.release();
    Instant now = environment.deadlines().now();
    Instant poll = now.plus(environment.chance().jitter(pollInterval(), 0.8, 1.2));
    idler.sleep(vesting.orElse(Instant.MAX), later.isBefore(poll) ? later : poll);
  }

  /** Longer in a large fleet, where many poll: somebody always does soon. */
  private Duration pollInterval() {
    int consumers = Math.max(POLLING_AT_ONCE, ranks.liveCount(source));
    return environment.options().pollInterval().multipliedBy(consumers).dividedBy(POLLING_AT_ONCE);
  }

  /** Line 8: the next of the selection, or of another one from the same peek while it is fresh. */
  @Nullable Candidate draw() {
    if (isOlderThan(CONTESTED)) {
      pool.leaveOthers();
    }
    while (state == State.READY) {
      if (pool.selected() <= 0 && !pool.isEmpty() && isFresh()) {
        select();
      }
      Candidate drawn = pool.selected() > 0 ? drawOne() : null;
      if (drawn == null) {
        exhausted();
      } else if (filter.mayBeVisited(drawn)) {
        return drawn;
      }
    }
    return null;
  }

  private void exhausted() {
    if (pool.isEmpty() && !more && (visiting > 0 || pool.yielded())) {
      settle();
    } else {
      state = State.DUE;
    }
  }

  private @Nullable Candidate drawOne() {
    return pool.draw(sequential.held(), environment.chance());
  }

  void visitBegan(Candidate candidate) {
    unfinished.remove(candidate.key());
    visiting++;
  }

  /**
   * @param moreVested the zone waits for its next visit
   */
  void visitEnded(Candidate candidate, boolean moreVested) {
    visiting--;
    if (moreVested) {
      unfinished.add(candidate.key());
    }
    if (state == State.SETTLING) {
      due();
    }
  }

  /** Any thread: a producer of this process has committed work for the time given. */
  void hint(Instant vesting) {
    if (attentive || vesting.isBefore(lowWater)) {
      strand.execute(() -> hinted(vesting));
    }
  }

  private void hinted(Instant vesting) {
    if (stopped) {
      return;
    }
    hinted = true;
    lowWater = vesting.isBefore(lowWater) ? vesting : lowWater;
    boolean vested = !vesting.isAfter(environment.deadlines().now());
    if (state == State.SETTLING && vested) {
      due();
    } else if (state == State.IDLE && vested) {
      idler.wakeNow();
    } else if (state == State.IDLE) {
      idler.wakeBy(vesting, true);
    }
  }

  /**
   * @return completes once the shard's lease is given back; never fails
   */
  CompletableFuture<Void> stop() {
    stopped = true;
    state = State.IDLE;
    pool = CandidatePool.empty();
    idler.close();
    sequential.release();
    return sequential.settled();
  }
}
