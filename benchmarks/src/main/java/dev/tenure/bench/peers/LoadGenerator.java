package dev.tenure.bench.peers;

import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.peers.system.Payload;
import dev.tenure.bench.peers.system.PeerFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Puts items into a fixture. */
final class LoadGenerator {
  /** The number of concurrent producers, as the report defines it. */
  static final int PRODUCERS = 8;

  static final int BATCH = 100;
  private static final int BATCH_BYTES_MAX = 1_000_000;

  private LoadGenerator() {}

  /**
   * Enqueues items, in transactions of 100 items of one tenant, with the tenants in turn. Of large
   * payloads a transaction has fewer: 1 MB at most.
   */
  static void fill(PeerFixture fixture, Scale scale) throws Exception {
    int most = Math.min(BATCH, BATCH_BYTES_MAX / scale.payloadBytes());
    int batches = (scale.items() + most - 1) / most;
    AtomicInteger next = new AtomicInteger();
    inParallel(
        producer -> {
          for (int i = next.getAndIncrement(); i < batches; i = next.getAndIncrement()) {
            int first = i * most;
            int count = Math.min(most, scale.items() - first);
            fixture.enqueueAll(i % scale.tenants(), batch(first, count, scale.payloadBytes()));
          }
        });
  }

  static List<byte[]> batch(long first, int count) {
    return batch(first, count, Payload.BYTES);
  }

  private static List<byte[]> batch(long first, int count, int bytes) {
    List<byte[]> payloads = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      payloads.add(Payload.of(first + i, bytes));
    }
    return payloads;
  }

  /** Enqueues each item at its due time or, when all producers are busy, as soon as one is free. */
  static void whenDue(PeerFixture fixture, ItemTimes times, PoissonArrivals arrivals)
      throws Exception {
    AtomicInteger next = new AtomicInteger(arrivals.from());
    inParallel(
        producer -> {
          for (int i = next.getAndIncrement(); i < arrivals.to(); i = next.getAndIncrement()) {
            awaitNanos(arrivals.dueNanos(i));
            fixture.enqueue(arrivals.tenant(i), Payload.of(i));
            times.committed(i);
          }
        });
  }

  interface Producer {
    void run(int producer) throws Exception;
  }

  private static void inParallel(Producer body) throws Exception {
    try (Clients clients = new Clients(PRODUCERS)) {
      clients.once(body::run);
    }
  }

  static void awaitNanos(long time) {
    for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
