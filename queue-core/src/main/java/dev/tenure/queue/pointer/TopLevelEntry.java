package dev.tenure.queue.pointer;

import java.time.Instant;
import java.util.Arrays;

/** Something in a top-level queue that has vested. */
public sealed interface TopLevelEntry {

  Instant vesting();

  /** Calls the method of the visitor that is for this entry. */
  void accept(Visitor visitor);

  /** What to do with each kind of entry; a kind that is added later has to be added here. */
  interface Visitor {
    void pointer(Pointer pointer);

    void nudge(Nudge nudge);

    void local(Local local);
  }

  /** A pointer to a tenant's zone. */
  record Pointer(PointerRef ref, Instant vesting) implements TopLevelEntry {
    @Override
    public void accept(Visitor visitor) {
      visitor.pointer(this);
    }
  }

  /**
   * A word of a producer that a zone should be looked into.
   *
   * @param key to be cleared by the visit
   */
  @SuppressWarnings("ArrayRecordComponent") // a key as it was read, compared by content
  record Nudge(PointerRef ref, Instant vesting, byte[] key) implements TopLevelEntry {
    @Override
    public void accept(Visitor visitor) {
      visitor.nudge(this);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Nudge that && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(key);
    }
  }

  /** Work of the cluster itself, of no tenant. */
  record Local(int shard, String id, String type, int schemaVersion, Instant vesting)
      implements TopLevelEntry {
    @Override
    public void accept(Visitor visitor) {
      visitor.local(this);
    }
  }
}
