package dev.tenure.record.async;

/** Calls hooks of applications. An error of a hook has no effect on the caller. */
public final class Hooks {
  private Hooks() {}

  /** Runs a hook. An error that it throws goes to the thread's handler of uncaught exceptions. */
  public static void run(Runnable hook) {
    try {
      hook.run();
    } catch (RuntimeException | Error e) {
      report(e);
    }
  }

  private static void report(Throwable error) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    } catch (RuntimeException | Error ignored) {
      // The virtual machine ignores what such a handler throws, too.
    }
  }
}
