package dev.tenure.admin.load;

import dev.tenure.spring.TenureRuntime;
import java.util.ArrayList;
import java.util.List;

/** The {@link ConnectionRelief} of each connector. They end with the server. */
final class Reliefs implements AutoCloseable {
  private final TenureRuntime runtime;
  private final List<ConnectionRelief> begun = new ArrayList<>();

  Reliefs(TenureRuntime runtime) {
    this.runtime = runtime;
  }

  synchronized void begin(RelievedProtocol protocol) {
    begun.add(new ConnectionRelief(protocol, runtime));
  }

  @Override
  public synchronized void close() {
    begun.forEach(ConnectionRelief::close);
    begun.clear();
  }
}
