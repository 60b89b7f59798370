package dev.tenure.embeddedpostgresql;

/**
 * Says that the server cannot run on this machine, or as this user. The message gives the reason.
 */
public final class UnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  public UnavailableException(String message) {
    super(message);
  }

  public UnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
