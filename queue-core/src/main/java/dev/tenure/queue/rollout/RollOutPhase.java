package dev.tenure.queue.rollout;

import dev.tenure.queue.proto.StoredRollOut;

/** The phases of a roll-out on one cluster. */
public enum RollOutPhase {
  /** The tenants are visited one after another. */
  WALKING,
  /** All were visited; some tenants are left that are not at the schema yet. */
  BUILDING,
  /** Every tenant of the application on the cluster is at the schema. */
  DONE,
  /** It was cancelled: stores are brought to the schema when they are opened, and nothing more. */
  CANCELLED;

  static RollOutPhase of(StoredRollOut.Phase stored) {
    return switch (stored) {
      case WALKING -> WALKING;
      case BUILDING -> BUILDING;
      case DONE -> DONE;
      case CANCELLED -> CANCELLED;
      case UNRECOGNIZED -> throw new IllegalStateException("a phase of a later release");
    };
  }

  boolean isUnderWay() {
    return this == WALKING || this == BUILDING;
  }
}
