package dev.tenure.admin.load;

import dev.tenure.admin.load.RelievedProtocol.Awaited;
import dev.tenure.admin.load.RelievedProtocol.Looked;
import dev.tenure.spring.TenureRuntime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections whose clients keep the server waiting. These are connections whose request's
 * head takes longer than {@link #HEAD_TIME_MAX}. While three quarters of the allowed connections
 * are open, they are also those that have waited longest, so that there is always room for a new
 * connection.
 */
final class ConnectionRelief implements AutoCloseable {
  static final Duration HEAD_TIME_MAX = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionRelief.class);
  private static final long INTERVAL_MILLIS = 100;

  private final RelievedProtocol protocol;
  private final InstantSource clock;
  private final ScheduledFuture<?> ticks;
  private Map<SocketWrapperBase<NioChannel>, Waiting> waiting = new HashMap<>();

  /** Since when a connection has waited for the same. */
  private record Waiting(Awaited awaited, Instant since) {}

  ConnectionRelief(RelievedProtocol protocol, TenureRuntime runtime) {
    this.protocol = protocol;
    this.clock = runtime.clock();
    this.ticks =
        runtime
            .timer()
            .scheduleWithFixedDelay(
                this::tick, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    ticks.cancel(false);
  }

  private void tick() {
    try {
      relieve();
    } catch (RuntimeException e) {
      LOG.warn("the connections could not be looked through", e);
    }
  }

  private void relieve() {
    Instant now = clock.instant();
    List<Looked> looked = protocol.look();
    Map<SocketWrapperBase<NioChannel>, Waiting> next = new HashMap<>();
    for (Looked one : looked) {
      if (one.awaited() != Awaited.NOTHING) {
        Waiting fresh = new Waiting(one.awaited(), now);
        Waiting before = waiting.getOrDefault(one.connection(), fresh);
        next.put(one.connection(), before.awaited() == one.awaited() ? before : fresh);
      }
    }
    waiting = next;
    closeSlowHeads(now);
    closeLongest(looked.size() - protocol.getMaxConnections() * 3 / 4);
  }

  private void closeSlowHeads(Instant now) {
    waiting.entrySet().stream()
        .filter(one -> one.getValue().awaited() == Awaited.HEAD)
        .filter(one -> one.getValue().since().plus(HEAD_TIME_MAX).isBefore(now))
        .forEach(one -> protocol.close(one.getKey()));
  }

  private void closeLongest(int count) {
    if (count > 0) {
      waiting.entrySet().stream()
          .sorted(Comparator.comparing(one -> one.getValue().since()))
          .limit(count)
          .forEach(one -> protocol.close(one.getKey()));
    }
  }
}
