package dev.tenure.admin;

/** Says that another program uses the port to listen on. The message is one sentence. */
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
