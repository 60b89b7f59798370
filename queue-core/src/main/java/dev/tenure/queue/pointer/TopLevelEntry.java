package dev.tenure.queue.pointer;

import java.time.Instant;
import java.util.Arrays;

/** A vested entry of a top-level queue. */
public sealed interface TopLevelEntry {

  Instant vesting();

  /** The zone or item that waits; equal for a pointer and the nudges of its zone. */
  Object subject();

  /** Calls the visitor's method for this kind of entry. */
  void accept(Visitor visitor);

  /** Has one method for each kind of entry. */
  interface Visitor {
    void pointer(Pointer pointer);

    void nudge(Nudge nudge);

    void local(Local local);
  }

  /** A pointer to a tenant's zone. */
  record Pointer(PointerRef ref, Instant vesting) implements TopLevelEntry {
    @Override
    public PointerRef subject() {
      return ref;
    }

    @Override
    public void accept(Visitor visitor) {
      visitor.pointer(this);
    }
  }

  /**
   * A producer's request to visit a zone although its pointer is asleep.
   *
   * @param key the key of the nudge, which the visit clears
   */
  @SuppressWarnings("ArrayRecordComponent") // a key as it was read, compared by content
  record Nudge(PointerRef ref, Instant vesting, byte[] key) implements TopLevelEntry {
    @Override
    public void accept(Visitor visitor) {
      visitor.nudge(this);
    }

    @Override
    public PointerRef subject() {
      return ref;
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

  /** An item of the cluster itself, which belongs to no tenant. */
  record Local(int shard, String id, String type, int schemaVersion, Instant vesting)
      implements TopLevelEntry {
    @Override
    public Local subject() {
      return this;
    }

    @Override
    public void accept(Visitor visitor) {
      visitor.local(this);
    }
  }
}
