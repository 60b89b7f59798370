package dev.tenure.queue.move;

import dev.tenure.queue.TenantId;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The moves that a worker works on, and what it has done. Thread-safe. */
final class MoveTally {
  private static final MoveProgress NONE =
      new MoveProgress(MoveProgress.Step.COPYING, 0, 0, 0, 0, 0, 0, Optional.empty());

  private final Map<TenantId, MoveProgress> running = new TreeMap<>();
  private final Map<MoveRequest.State, Long> ended = new EnumMap<>(MoveRequest.State.class);
  private long open;
  private long bytes;
  private Duration closed = Duration.ZERO;
  private Duration closedLongest = Duration.ZERO;
  private long problems;

  synchronized Set<TenantId> running() {
    return new TreeSet<>(running.keySet());
  }

  synchronized void begin(TenantId tenant) {
    running.put(tenant, NONE);
  }

  synchronized void end(TenantId tenant) {
    running.remove(tenant);
  }

  /** What was worked since the mover last told. */
  synchronized void told(TenantId tenant, MoveProgress progress) {
    MoveProgress before = running.getOrDefault(tenant, NONE);
    if (running.containsKey(tenant)) {
      running.put(tenant, progress);
    }
    if (!before.equals(NONE)) {
      bytes += Math.max(0, worked(progress) - worked(before));
    }
  }

  private static long worked(MoveProgress progress) {
    return progress.bytes() + progress.bytesVerified();
  }

  synchronized void ended(MoveRequest request) {
    ended.merge(request.state(), 1L, Long::sum);
    closed = closed.plus(request.closed());
    if (request.closed().compareTo(closedLongest) > 0) {
      closedLongest = request.closed();
    }
  }

  synchronized void problem() {
    problems++;
  }

  synchronized void open(long requests) {
    open = requests;
  }

  synchronized MoveWorkerStatus status() {
    return new MoveWorkerStatus(
        Collections.unmodifiableMap(new TreeMap<>(running)),
        open,
        Collections.unmodifiableMap(new EnumMap<>(ended)),
        bytes,
        closed,
        closedLongest,
        problems);
  }
}
