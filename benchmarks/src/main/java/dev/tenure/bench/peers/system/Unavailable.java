package dev.tenure.bench.peers.system;

/** A system cannot be run here; the message says why, for the report that it was left out. */
public final class Unavailable extends Exception {
  private static final long serialVersionUID = 1L;

  public Unavailable(String message) {
    super(message);
  }

  public Unavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
