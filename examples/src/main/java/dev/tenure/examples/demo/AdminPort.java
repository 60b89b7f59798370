package dev.tenure.examples.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Checks the port of the admin page before the demo creates anything. */
final class AdminPort {
  private AdminPort() {}

  /**
   * Checks a port.
   *
   * @param port the port; 0 for any free one
   * @throws DemoFailure when another program uses the port
   */
  static void requireFree(int port, String address) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName(address))) {
      if (port != 0 && probe.getLocalPort() != port) {
        throw new IllegalStateException("asked for " + port + ", got " + probe.getLocalPort());
      }
    } catch (IOException e) {
      throw new DemoFailure(
          "--port %d on %s cannot be had (%s); choose another, or 0 for any free one"
              .formatted(port, address, e.getMessage()),
          e);
    }
  }
}
