package dev.tenure.consumer.scan;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Remembers what earlier peeks into one shard have shown. From that it decides where the next peek
 * begins, how many entries it reads, and how old its read version may be. Used on the scanner's
 * serial executor; {@link #isBehind} from anywhere.
 */
final class PeekHistory {
  private static final int PEEKED_PER_MANAGER = 50;

  /** The number of entries that a peek reads from a shard in which this consumer has no share. */
  private static final int PEEKED_OF_OTHERS = 50;

  private static final Duration TRUE_FRONT_EVERY = Duration.ofSeconds(2);

  /**
   * A peek begins this much before the low-water mark, since items of a producer whose clock is
   * behind vest a little in the past.
   */
  private static final Duration LOW_WATER_MARGIN = Duration.ofMillis(200);

  private final ConsumerOptions options;

  /**
   * The earliest vesting time that a peek has seen. Entries before it were written after that peek.
   */
  private volatile Instant lowWater = Instant.MIN;

  private Instant trueFrontAt = Instant.MIN;
  private Instant answeredAt = Instant.MIN;
  private int failures;

  /** Whether the last peek found at least as many candidates as there were free managers. */
  private boolean filled;

  private boolean backlog;
  private boolean more;
  private boolean quiet;
  private Instant laterAt = Instant.MAX;

  /**
   * The vesting time at which the next peek begins, because all entries before it are left alone;
   * empty to begin at the low-water mark.
   */
  private Optional<Instant> pageFrom = Optional.empty();

  /**
   * The vesting time of the last entry that the last peek saw; empty when it saw no entry behind
   * its beginning.
   */
  private Optional<Instant> seenUntil = Optional.empty();

  private int pages;
  private int widened = 1;

  PeekHistory(ConsumerOptions options) {
    this.options = options;
  }

  /** Forgets all times. Called when the clock was corrected. */
  void clockMoved() {
    trueFrontAt = Instant.MIN;
    lowWater = Instant.MIN;
    laterAt = Instant.MAX;
    answeredAt = Instant.MIN;
    pageFrom = Optional.empty();
  }

  /**
   * Decides how the next peek is made.
   *
   * @param collidingOften whether visits collide often; then the peek uses a fresh read version,
   *     which shows what other consumers have already taken
   */
  ShardPeek next(
      Instant now, long visits, boolean watched, int freeManagers, boolean collidingOften) {
    boolean front =
        pageFrom.isEmpty() && (quiet || !now.isBefore(trueFrontAt.plus(TRUE_FRONT_EVERY)));
    boolean weak = filled && !quiet && !collidingOften;
    return new ShardPeek(now, visits, front, weak, watched, freeManagers);
  }

  /**
   * Makes the request for a peek.
   *
   * @param part the part of the shard that is this consumer's share, from 0 to 1
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

  /**
   * The number of entries that gives this consumer's managers enough candidates in its part of the
   * shard.
   */
  private static double peekSize(int freeManagers, double part) {
    return part > 0 ? freeManagers * PEEKED_PER_MANAGER / part : PEEKED_OF_OTHERS;
  }

  /**
   * Notes that a peek at a fresh read version failed; returns the number of failures in a row
   * before it.
   */
  int failed() {
    pageFrom = Optional.empty();
    return failures++;
  }

  /** Notes that a peek at an old read version failed; the next one uses a fresh version. */
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
   * Notes the candidates that the filter kept of a peek.
   *
   * @param count the number of candidates that may be drawn
   * @param later the earliest time at which a dropped candidate may be visited
   */
  void kept(ShardPeek peek, int count, Instant later) {
    laterAt = later.isBefore(laterAt) ? later : laterAt;
    filled = count >= peek.freeManagers();
    backlog = filled || (backlog && peek.weak());
  }

  /** Notes that the peek found candidates. */
  void found() {
    widened = 1;
    quiet = false;
  }

  /**
   * Notes that the peek found nothing. Until a peek finds candidates again, peeks begin at the true
   * front and use fresh read versions.
   */
  void becomeQuiet() {
    quiet = true;
  }

  boolean isQuiet() {
    return quiet;
  }

  /** Whether the shard has entries behind those that the last peek saw. */
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

  /** The number of peeks in a row that went on behind entries which are all left alone. */
  int pages() {
    return pages;
  }

  /** The earliest time at which an entry that is left alone may be visited. */
  Instant laterAt() {
    return laterAt;
  }

  /** The time of the last answered peek. */
  Instant answeredAt() {
    return answeredAt;
  }

  /** Whether the last peek found more candidates than the managers could visit. */
  boolean hasBacklog() {
    return backlog;
  }

  /**
   * Whether peeks begin behind this vesting time and so would miss an entry that vests then. May be
   * called on any thread.
   */
  boolean isBehind(Instant vesting) {
    return vesting.isBefore(lowWater);
  }

  /** Makes the next peek begin at this vesting time at the latest. */
  void include(Instant vesting) {
    lowWater = vesting.isBefore(lowWater) ? vesting : lowWater;
  }
}
