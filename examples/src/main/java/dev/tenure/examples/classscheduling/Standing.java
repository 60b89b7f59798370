package dev.tenure.examples.classscheduling;

/** The relation of a student to a class. */
enum Standing {
  NONE,
  SEATED,
  WAITING
}
