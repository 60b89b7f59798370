package dev.tenure.admin.problem;

/** Ends a request with a problem detail. */
public final class AdminProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProblemKind kind;

  /**
   * Creates the exception.
   *
   * @param detail one sentence naming the value and the limit or expectation
   */
  public AdminProblem(ProblemKind kind, String detail) {
    super(detail);
    this.kind = kind;
  }

  public ProblemKind kind() {
    return kind;
  }

  public String detail() {
    return String.valueOf(getMessage());
  }
}
