package dev.tenure.testkit.scheduling;

/**
 * A piece of work of one process.
 *
 * @param number its place in the order of submission, over all processes
 * @param mayBlock whether its code may join futures (it stands for a thread of the caller's own)
 */
record Task(SimulatedProcess process, long number, String label, boolean mayBlock, Runnable work) {

  /** A name for the trace: the class without package, and without what a JVM adds to a lambda. */
  static String labelOf(Object work) {
    String name = work.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    String stable = lambda < 0 ? name : name.substring(0, lambda);
    return stable.substring(stable.lastIndexOf('.') + 1);
  }
}
