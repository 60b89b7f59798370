package dev.tenure.consumer.environment;

/** The events that {@link Meters} counts; {@code ConsumerStatus} explains each. */
public enum Meter {
  PEEKS,
  VISITS,
  ITEMS_TAKEN,
  POINTERS_COLLECTED,
  CONFLICTS_READING,
  CONFLICTS_COMMITTING,
  CONFLICTS_LOCAL,
  VISITS_FAILED,
  VISITS_UNABLE,
  STARTED,
  COMPLETED,
  FAILED,
  REQUEUED,
  SNOOZED,
  RELEASED,
  DISCARDED,
  DEAD_LETTERED,
  PARKED,
  GONE,
  LEASES_EXTENDED,
  LEASES_LOST
}
