package dev.tenure.testkit.scheduling;

/**
 * A piece of work of one process.
 *
 * @param number the task's position in the order of submission, over all processes
 * @param mayBlock whether the task may join futures: it models a thread of the caller
 */
record Task(SimulatedProcess process, long number, String label, boolean mayBlock, Runnable work) {

  /**
   * A name for the trace: the class without its package, and without the suffix that a JVM adds to
   * a lambda.
   */
  static String labelOf(Object work) {
    String name = work.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    String stable = lambda < 0 ? name : name.substring(0, lambda);
    return stable.substring(stable.lastIndexOf('.') + 1);
  }
}
