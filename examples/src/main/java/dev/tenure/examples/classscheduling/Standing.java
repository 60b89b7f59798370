package dev.tenure.examples.classscheduling;

/** What a student is to a class. */
enum Standing {
  NONE,
  SEATED,
  WAITING
}
