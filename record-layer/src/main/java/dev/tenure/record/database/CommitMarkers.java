package dev.tenure.record.database;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * The commit markers of this process. Keys, below the markers' subspace:
 *
 * <pre>
 * (process, 0)        last heartbeat, milliseconds, 8 bytes big-endian
 * (process, 1, marker)  note: 8 bytes drawn at start, 8 bytes sequence;
 *                     then the 10 bytes of the versionstamp, if it was asked for
 * (process, 2, marker)  fence: the note that was not found
 * </pre>
 *
 * <p>Safe for use by many threads.
 */
final class CommitMarkers {
  private static final long HEARTBEAT = 0;
  private static final long NOTE = 1;
  private static final long FENCE = 2;

  private final CommitMarkerOptions options;
  private final Subspace own;
  private final long incarnation;
  private final Queue<CommitMarker> free = new ArrayDeque<>();
  private final Queue<CompletableFuture<CommitMarker>> waiting = new ArrayDeque<>();
  private long sequence;
  private int markers;
  private long nextMarker;

  /**
   * Commit markers of a process.
   *
   * @param incarnation distinguishes this start of the process from other starts with the same id
   */
  CommitMarkers(CommitMarkerOptions options, long incarnation) {
    this.options = options;
    this.own = options.subspace().get(options.process());
    this.incarnation = incarnation;
  }

  CommitMarkerOptions options() {
    return options;
  }

  /**
   * Takes a marker, which no other transaction holds until it is released. Waits while all are
   * taken.
   */
  synchronized CompletableFuture<CommitMarker> take() {
    CommitMarker marker = free.poll();
    if (marker == null && markers < options.markersMax()) {
      marker = newMarker();
    }
    if (marker != null) {
      return CompletableFuture.completedFuture(marker);
    }
    CompletableFuture<CommitMarker> later = new CompletableFuture<>();
    waiting.add(later);
    return later;
  }

  private CommitMarker newMarker() {
    long number = nextMarker;
    nextMarker++;
    markers++;
    return new CommitMarker(
        own.pack(Tuple.from(NOTE, number)), own.pack(Tuple.from(FENCE, number)));
  }

  /** Gives up a taken marker for good, because a late commit may still write its note there. */
  void abandon() {
    CompletableFuture<CommitMarker> next;
    CommitMarker replacement;
    synchronized (this) {
      markers--;
      next = waiting.poll();
      if (next == null) {
        return;
      }
      replacement = newMarker();
    }
    next.complete(replacement);
  }

  void release(CommitMarker marker) {
    CompletableFuture<CommitMarker> next;
    synchronized (this) {
      next = waiting.poll();
      if (next == null) {
        free.add(marker);
      }
    }
    if (next != null) {
      next.complete(marker);
    }
  }

  /** A note that no other commit of any process has. */
  synchronized byte[] nextNote() {
    sequence++;
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(incarnation).putLong(sequence).array();
  }

  /**
   * Finds out, in its own transaction, whether the marker's last commit was applied. If it was not,
   * ensures that it never will be.
   */
  CompletableFuture<Settled> settle(RecordContext context, CommitMarker marker) {
    return context
        .get(marker.noteKey(), false)
        .thenCompose(
            found -> {
              if (found != null && marker.isNote(found)) {
                return applied(context, marker.stampIn(found));
              }
              context.set(marker.fenceKey(), marker.note());
              return CompletableFuture.completedFuture(Settled.NOT_APPLIED);
            });
  }

  private static CompletableFuture<Settled> applied(RecordContext context, byte[] stamp) {
    return stamp.length == CommitMarker.STAMP_BYTES
        ? CompletableFuture.completedFuture(new Settled(ByteBuffer.wrap(stamp).getLong(), stamp))
        : context.readVersion().thenApply(version -> new Settled(version, new byte[0]));
  }

  void heartbeat(RecordContext context) {
    byte[] now = ByteBuffer.allocate(Long.BYTES).putLong(context.now().toEpochMilli()).array();
    context.set(own.pack(HEARTBEAT), now);
  }

  CompletableFuture<Map<String, Instant>> processes(RecordContext context) {
    Subspace all = options.subspace();
    return context
        .reader(true)
        .getRange(all.range(), 0, false, StreamingMode.WANT_ALL)
        .asList()
        .thenApply(
            rows -> {
              Map<String, Instant> processes = new LinkedHashMap<>();
              rows.forEach(
                  row -> {
                    CommitMarkerKey key = CommitMarkerKey.of(row.getKey(), all);
                    Instant at = key.part() == HEARTBEAT ? instant(row) : Instant.EPOCH;
                    processes.merge(key.process(), at, CommitMarkers::later);
                  });
              return processes;
            });
  }

  void clear(RecordContext context, String process) {
    context.clear(options.subspace().get(process).range());
  }

  private static Instant instant(KeyValue row) {
    byte[] millis = row.getValue();
    if (millis.length != Long.BYTES) {
      throw CommitMarkerKey.damaged(
          row.getKey(), "a heartbeat of " + millis.length + " bytes, expected " + Long.BYTES);
    }
    return Instant.ofEpochMilli(ByteBuffer.wrap(millis).getLong());
  }

  private static Instant later(Instant left, Instant right) {
    return left.isAfter(right) ? left : right;
  }
}
