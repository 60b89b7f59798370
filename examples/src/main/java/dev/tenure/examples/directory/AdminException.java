package dev.tenure.examples.directory;

/** Says that the admin server refused a request, or did not answer. The message is one sentence. */
public final class AdminException extends Exception {
  private static final long serialVersionUID = 1L;

  AdminException(String message) {
    super(message);
  }

  AdminException(String message, Throwable cause) {
    super(message, cause);
  }
}
