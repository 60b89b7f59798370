package dev.tenure.campaigns.shake;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What producers and consumers have been told. Thread-safe. */
final class ShakeLedger {
  private final InstantSource clock;
  private final Set<String> acknowledged = new HashSet<>();
  private final Set<String> done = new HashSet<>();
  private final Set<String> waiting = new HashSet<>();
  private long unknown;
  private long refused;
  private @Nullable Instant since;
  private @Nullable Instant committed;
  private @Nullable Instant ended;

  ShakeLedger(InstantSource clock) {
    this.clock = clock;
  }

  /** A transaction has placed these orders. */
  synchronized void acknowledge(List<String> ids) {
    acknowledged.addAll(ids);
    ids.stream().filter(id -> !done.contains(id)).forEach(waiting::add);
    if (since != null && committed == null) {
      committed = clock.instant();
    }
  }

  /** A transaction has failed. */
  synchronized void fail(boolean maybeCommitted) {
    if (maybeCommitted) {
      unknown++;
    } else {
      refused++;
    }
  }

  /**
   * A consumer has said that the item is done, which it may have been before the acknowledgement.
   */
  synchronized void end(String id) {
    done.add(id);
    waiting.remove(id);
    if (since != null && ended == null) {
      ended = clock.instant();
    }
  }

  /** From now on the first commit and the first end are noted. */
  synchronized Instant watch() {
    committed = null;
    ended = null;
    since = clock.instant();
    return since;
  }

  synchronized Optional<Instant> committed() {
    return Optional.ofNullable(committed);
  }

  synchronized Optional<Instant> ended() {
    return Optional.ofNullable(ended);
  }

  /** The acknowledged items that no consumer has said to be done. */
  synchronized List<String> waiting() {
    return new ArrayList<>(waiting);
  }

  /** The same, of those given. */
  synchronized List<String> waiting(List<String> ids) {
    return ids.stream().filter(waiting::contains).toList();
  }

  synchronized Set<String> acknowledged() {
    return new HashSet<>(acknowledged);
  }

  synchronized long acknowledgedCount() {
    return acknowledged.size();
  }

  /** The transactions whose outcome is unknown. */
  synchronized long unknown() {
    return unknown;
  }

  /** The transactions that have failed and were not committed. */
  synchronized long refused() {
    return refused;
  }
}
