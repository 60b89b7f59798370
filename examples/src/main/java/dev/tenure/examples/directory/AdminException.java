package dev.tenure.examples.directory;

/** Says that the admin server refused a request, or did not answer. The message is one sentence. */
public final class AdminException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String problem;

  AdminException(String message) {
    this(message, "");
  }

  /**
   * @param problem the type of the problem that the server has told; empty when it told none
   */
  AdminException(String message, String problem) {
    super(message);
    this.problem = problem;
  }

  AdminException(String message, Throwable cause) {
    super(message, cause);
    this.problem = "";
  }

  /** Whether the server cannot go on with a list where an earlier page ended. */
  boolean isUnusableContinuation() {
    return problem.endsWith(":continuation-unusable");
  }
}
