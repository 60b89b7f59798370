package dev.tenure.spring.cluster;

/** A cluster could not be opened; the message is one sentence that says which and why. */
public final class ClusterUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ClusterUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
