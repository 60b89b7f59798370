package dev.tenure.admin;

/** The port to listen on is used by another program; the message is one sentence. */
public final class PortTakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int port;

  PortTakenException(int port, String address, Throwable cause) {
    super(
        "port %d on %s is used by another program; choose another port, or 0 for any free one"
            .formatted(port, address),
        cause);
    this.port = port;
  }

  public int port() {
    return port;
  }
}
