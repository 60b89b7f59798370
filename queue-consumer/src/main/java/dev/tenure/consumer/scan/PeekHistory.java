package dev.tenure.consumer.scan;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the peeks into one shard have shown so far, and hence where the next one begins, how much it
 * looks at and how old its read version may be. Used on the scanner's serial executor; {@link
 * #isBehind} from anywhere.
 */
final class PeekHistory {
  private static final int PEEKED_PER_MANAGER = 50;

  /** Of a shard with no share of this consumer's. */
  private static final int PEEKED_OF_OTHERS = 50;

  private static final Duration TRUE_FRONT_EVERY = Duration.ofSeconds(2);

  /** Clocks of producers may be a little behind: what they enqueue now vests just before. */
  private static final Duration LOW_WATER_MARGIN = Duration.ofMillis(200);

  private final ConsumerOptions options;

  /** The earliest vesting time that a peek has seen; entries before it came later. */
  private volatile Instant lowWater = Instant.MIN;

  private Instant trueFrontAt = Instant.MIN;
  private Instant answeredAt = Instant.MIN;
  private int failures;

  /** The last peek found as many candidates as there were managers. */
  private boolean filled;

  private boolean backlog;
  private boolean more;
  private boolean quiet;
  private Instant laterAt = Instant.MAX;

  /** Where the next peek begins when all before it is left alone; empty to begin anew. */
  private Optional<Instant> pageFrom = Optional.empty();

  /** Where the entries end that the last peek saw; empty when it saw none behind its beginning. */
  private Optional<Instant> seenUntil = Optional.empty();

  private int pages;
  private int widened = 1;

  PeekHistory(ConsumerOptions options) {
    this.options = options;
  }

  /** The clock was moved: times from before mean nothing. */
  void clockMoved() {
    trueFrontAt = Instant.MIN;
    lowWater = Instant.MIN;
    laterAt = Instant.MAX;
    answeredAt = Instant.MIN;
    pageFrom = Optional.empty();
  }

  /**
   * How the next peek is made.
   *
   * @param collidingOften only fresh peeks tell what other consumers have left
   */
  ShardPeek next(
      Instant now, long visits, boolean watched, int freeManagers, boolean collidingOften) {
    boolean front =
        pageFrom.isEmpty() && (quiet || !now.isBefore(trueFrontAt.plus(TRUE_FRONT_EVERY)));
    boolean weak = filled && !quiet && !collidingOften;
    return new ShardPeek(now, visits, front, weak, watched, freeManagers);
  }

  /**
   * @param part how large a part of the shard is this consumer's
   * @param lead how far this process's clock may be ahead of producers'
   */
  TopLevelPeekRequest request(ShardPeek peek, double part, Duration lead) {
    int max = (int) Math.min(options.peekMax(), widened * peekSize(peek.freeManagers(), part));
    Duration staleness = peek.weak() ? options.tuning().staleness() : Duration.ZERO;
    return new TopLevelPeekRequest(from(peek, lead), max, staleness, quiet);
  }

  private Instant from(ShardPeek peek, Duration lead) {
    return peek.front()
        ? Instant.MIN
        : pageFrom.orElseGet(() -> lowWater.minus(LOW_WATER_MARGIN.plus(lead)));
  }

  /** As many as this consumer's managers may visit for a while in its part of the shard. */
  private static double peekSize(int freeManagers, double part) {
    return part > 0 ? freeManagers * PEEKED_PER_MANAGER / part : PEEKED_OF_OTHERS;
  }

  /** A peek at a fresh read version has failed; returns how many had failed in a row before. */
  int failed() {
    pageFrom = Optional.empty();
    return failures++;
  }

  /** A peek at a read version that may be old has failed: the next one is fresh. */
  void failedWeakly() {
    filled = false;
  }

  void answered(ShardPeek peek, TopLevelPeek seen, Instant now) {
    failures = 0;
    answeredAt = now;
    if (peek.front()) {
      trueFrontAt = peek.at();
    }
    if (pageFrom.isEmpty()) {
      lowWater = lowest(seen, peek.at());
      laterAt = Instant.MAX;
      pages = 0;
    }
    more = seen.more();
    seenUntil =
        seen.seenUntil().filter(until -> pageFrom.isEmpty() || until.isAfter(pageFrom.get()));
    pageFrom = Optional.empty();
  }

  private static Instant lowest(TopLevelPeek seen, Instant now) {
    return seen.vested().stream().map(TopLevelEntry::vesting).min(Instant::compareTo).orElse(now);
  }

  /**
   * What the filters kept of the peek that was answered.
   *
   * @param count how many candidates may be drawn
   * @param later when the first of those can be visited that are left alone
   */
  void kept(ShardPeek peek, int count, Instant later) {
    laterAt = later.isBefore(laterAt) ? later : laterAt;
    filled = count >= peek.freeManagers();
    backlog = filled || (backlog && peek.weak());
  }

  /** Candidates were found. */
  void found() {
    widened = 1;
    quiet = false;
  }

  /** Nothing was found: until something is, peeks begin at the true front and are fresh. */
  void becomeQuiet() {
    quiet = true;
  }

  boolean isQuiet() {
    return quiet;
  }

  /** Whether there are entries behind those that the last peek saw. */
  boolean hasMore() {
    return more;
  }

  /** Whether {@link #goFurther} shows other entries than the last peek. */
  boolean canGoFurther() {
    return canWiden() || seenUntil.isPresent();
  }

  /** The next peek begins behind what was seen, and sees twice as many, up to the limit. */
  void goFurther() {
    widened = canWiden() ? 2 * widened : widened;
    pageFrom = seenUntil;
    pages++;
  }

  private boolean canWiden() {
    return widened * PEEKED_OF_OTHERS < options.peekMax();
  }

  /** How many peeks in a row went on behind entries that are all left alone. */
  int pages() {
    return pages;
  }

  /** When the first of the entries that are left alone can be visited. */
  Instant laterAt() {
    return laterAt;
  }

  /** When a peek was last answered. */
  Instant answeredAt() {
    return answeredAt;
  }

  /** Whether there was more than the managers could visit. */
  boolean hasBacklog() {
    return backlog;
  }

  /** Any thread: whether peeks begin behind the time, so that they miss what vests then. */
  boolean isBehind(Instant vesting) {
    return vesting.isBefore(lowWater);
  }

  /** The next peek sees what vests then. */
  void include(Instant vesting) {
    lowWater = vesting.isBefore(lowWater) ? vesting : lowWater;
  }
}
