package dev.tenure.examples.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** The port of the admin page, looked at before anything is made. */
final class AdminPort {
  private AdminPort() {}

  /**
   * @param port 0 for any free one
   * @throws DemoFailure when the admin page could not have the port
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
