package dev.tenure.admin;

import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.QueueLimits;
import java.util.List;

/**
 * The options of an admin server inside another program. Immutable.
 *
 * @param address the address to listen on. An address that other machines can reach needs {@code
 *     allowedHosts}
 * @param port the port, 0 to 65,535; 0 takes any free one
 * @param readOnly whether requests that change something are refused
 * @param allowedHosts the host names, in addition to those of loopback, under which the server
 *     answers
 * @param consumers the consumers of this process, whose work is shown; the server neither starts
 *     nor stops them
 */
public record AdminOptions(
    String address,
    int port,
    boolean readOnly,
    List<String> allowedHosts,
    List<Consumer> consumers) {
  private static final int PORT_MAX = 65_535;

  public AdminOptions {
    QueueLimits.checkBetween("port", port, 0, PORT_MAX);
    allowedHosts = List.copyOf(allowedHosts);
    consumers = List.copyOf(consumers);
  }

  /** The default options: loopback, any free port, changes allowed. */
  public static AdminOptions defaults() {
    return new AdminOptions("127.0.0.1", 0, false, List.of(), List.of());
  }

  public AdminOptions withAddress(String newAddress) {
    return new AdminOptions(newAddress, port, readOnly, allowedHosts, consumers);
  }

  public AdminOptions withPort(int newPort) {
    return new AdminOptions(address, newPort, readOnly, allowedHosts, consumers);
  }

  public AdminOptions withReadOnly(boolean newReadOnly) {
    return new AdminOptions(address, port, newReadOnly, allowedHosts, consumers);
  }

  public AdminOptions withAllowedHosts(List<String> hosts) {
    return new AdminOptions(address, port, readOnly, hosts, consumers);
  }

  public AdminOptions withConsumers(List<Consumer> newConsumers) {
    return new AdminOptions(address, port, readOnly, allowedHosts, newConsumers);
  }
}
