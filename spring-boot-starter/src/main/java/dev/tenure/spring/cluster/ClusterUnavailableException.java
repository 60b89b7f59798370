package dev.tenure.spring.cluster;

/**
 * Says that a cluster could not be opened. The message is one sentence that names the cluster and
 * the reason.
 */
public final class ClusterUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ClusterUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
