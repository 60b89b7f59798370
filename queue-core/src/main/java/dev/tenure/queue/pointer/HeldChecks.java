package dev.tenure.queue.pointer;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds back the checks of zones into which a process enqueues often ({@link WakeChecks}). A check
 * asks two questions after a commit: whether the pointer sleeps now, and whether it vests too late.
 *
 * <p>The check of a zone that was checked less than a second ago is held back, because the next
 * enqueue of this process into the zone reads E and S anyway. An enqueue that reads at the version
 * of the commit or later, and finds no S, has answered the first question. The second is answered
 * by one check a second. A held check is made
 *
 * <ul>
 *   <li>at once, when an enqueue finds the pointer asleep or absent;
 *   <li>10 to 20 ms after a commit, when no later enqueue has answered its first question;
 *   <li>a second after the first commit that it is about.
 * </ul>
 *
 * <p>The timer counts these times, since a clock may be put back. Thread-safe.
 *
 * @param <T> a check
 */
final class HeldChecks<T> {
  static final long TICK_MILLIS = 10;
  static final long HELD_TICKS = 100;
  private static final long UNSEEN_TICKS = 2;
  private static final Duration BETWEEN_CHECKS = Duration.ofMillis(TICK_MILLIS * HELD_TICKS);

  /** Of more zones than these, those with the oldest commits are forgotten. */
  static final int ZONES_MAX = 10_000;

  private final InstantSource clock;
  private final ScheduledExecutorService timer;
  private final BinaryOperator<T> merge;
  private final Consumer<T> check;

  /** Zones whose pointers were found awake, in the order of their last commits. */
  private final Map<PointerRef, Zone<T>> awake = new LinkedHashMap<>(16, 0.75f, true);

  /** Those of them that hold a check back. */
  private final Set<Zone<T>> holding = new LinkedHashSet<>();

  private long ticks;
  private boolean ticking;

  /**
   * Creates an empty set of checks.
   *
   * @param merge gives the check to make in place of an earlier and a later one of a zone
   * @param check makes a check; must not throw
   */
  HeldChecks(
      InstantSource clock,
      ScheduledExecutorService timer,
      BinaryOperator<T> merge,
      Consumer<T> check) {
    this.clock = clock;
    this.timer = timer;
    this.merge = merge;
    this.check = check;
  }

  /** A zone, and the check that it holds back. Times of held checks are ticks. */
  private static final class Zone<T> {
    private static final long NEVER = Long.MAX_VALUE;

    private Instant checked;
    private @Nullable T held;
    private long heldSince;

    /** The tick of the first commit that no enqueue has seen. */
    private long unseenSince = NEVER;

    /** The latest unseen commit of the tick {@link #lastTick}, and of the ticks before it. */
    private long lastUnseen;

    private long earlierUnseen;
    private long lastTick;

    Zone(Instant now) {
      checked = now;
    }

    boolean wasCheckedLately(Instant now) {
      return !now.isBefore(checked) && now.isBefore(checked.plus(BETWEEN_CHECKS));
    }

    void hold(T check, BinaryOperator<T> merge, long version, long tick) {
      if (held == null) {
        held = check;
        heldSince = tick;
      } else {
        held = merge.apply(held, check);
      }
      if (!isUnseen()) {
        unseenSince = tick;
        earlierUnseen = 0;
        lastUnseen = 0;
      } else if (tick > lastTick) {
        earlierUnseen = Math.max(earlierUnseen, lastUnseen);
        lastUnseen = 0;
      }
      lastTick = tick;
      lastUnseen = Math.max(lastUnseen, version);
    }

    /** An enqueue has read at the version, and has found no S. */
    void seen(long version) {
      if (version < earlierUnseen) {
        return;
      }
      earlierUnseen = 0;
      unseenSince = version < lastUnseen ? lastTick : NEVER;
    }

    boolean isUnseen() {
      return unseenSince != NEVER;
    }

    boolean isDue(long tick) {
      return tick - heldSince >= HELD_TICKS || (isUnseen() && tick - unseenSince >= UNSEEN_TICKS);
    }

    /** Takes the held check, if there is one, which is made at this time. */
    List<T> take(Instant now) {
      List<T> taken = held == null ? List.of() : List.of(held);
      checked = now;
      held = null;
      unseenSince = NEVER;
      return taken;
    }
  }

  /**
   * Makes a check of a zone, now or later, after a commit that read the pointer as awake.
   *
   * @param version of the commit
   */
  void add(PointerRef ref, T asked, long version) {
    added(ref, asked, version).forEach(check);
  }

  private synchronized List<T> added(PointerRef ref, T asked, long version) {
    Instant now = clock.instant();
    Zone<T> zone = awake.get(ref);
    if (zone != null && zone.wasCheckedLately(now)) {
      zone.hold(asked, merge, version, ticks);
      holding.add(zone);
      return tick();
    }
    List<T> due = new ArrayList<>();
    due.add(asked);
    if (zone == null) {
      awake.put(ref, new Zone<>(now));
      if (awake.size() > ZONES_MAX) {
        due.addAll(forget(awake.keySet().iterator().next()));
      }
    } else {
      holding.remove(zone);
      due.addAll(zone.take(now));
    }
    return due;
  }

  private List<T> forget(PointerRef ref) {
    Zone<T> zone = awake.remove(ref);
    if (zone == null) {
      return List.of();
    }
    holding.remove(zone);
    return zone.take(zone.checked);
  }

  /** Whether an enqueue that finds the pointer awake answers a question of a held check. */
  synchronized boolean isWaitedFor(PointerRef ref) {
    Zone<T> zone = awake.get(ref);
    return zone != null && zone.isUnseen();
  }

  /**
   * Notes that an enqueue has read the pointer as awake.
   *
   * @param version at which it read
   */
  synchronized void seenAwake(PointerRef ref, long version) {
    Zone<T> zone = awake.get(ref);
    if (zone != null && zone.isUnseen()) {
      zone.seen(version);
    }
  }

  /** Notes that an enqueue has found the pointer asleep, or has found none. */
  void seenAsleep(PointerRef ref) {
    List<T> due;
    synchronized (this) {
      due = forget(ref);
    }
    due.forEach(check);
  }

  /**
   * Has the held checks looked at when the next tick comes.
   *
   * @return all held checks when the timer refuses
   */
  private List<T> tick() {
    if (ticking) {
      return List.of();
    }
    try {
      var unused = timer.schedule(this::endTick, TICK_MILLIS, TimeUnit.MILLISECONDS);
      ticking = true;
      return List.of();
    } catch (RuntimeException | Error e) {
      return takeDue(Long.MAX_VALUE);
    }
  }

  private void endTick() {
    List<T> due = new ArrayList<>();
    synchronized (this) {
      ticking = false;
      ticks++;
      due.addAll(takeDue(ticks));
      if (!holding.isEmpty()) {
        due.addAll(tick());
      }
    }
    due.forEach(check);
  }

  private List<T> takeDue(long tick) {
    Instant now = clock.instant();
    List<T> due = new ArrayList<>();
    holding.removeIf(
        zone -> {
          boolean isDue = zone.isDue(tick);
          if (isDue) {
            due.addAll(zone.take(now));
          }
          return isDue;
        });
    return due;
  }
}
