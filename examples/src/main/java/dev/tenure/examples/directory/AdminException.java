package dev.tenure.examples.directory;

/** The admin server refused a request, or did not answer; the message is one sentence. */
final class AdminException extends Exception {
  private static final long serialVersionUID = 1L;

  AdminException(String message) {
    super(message);
  }

  AdminException(String message, Throwable cause) {
    super(message, cause);
  }
}
