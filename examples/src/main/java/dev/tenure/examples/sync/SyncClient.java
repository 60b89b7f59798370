package dev.tenure.examples.sync;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.feed.ChangePage;
import dev.tenure.record.store.StoredRecord;
import java.util.HexFormat;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A device that syncs over a connection that breaks, and checks the changes that it gets. */
final class SyncClient {
  private static final int BREAKS_ONE_IN = 5;

  private final Device device;
  private final Supplier<TaskService> directory;
  private final RandomGenerator random;
  private final NavigableSet<String> applied = new TreeSet<>();
  private TaskService service;
  private int requests;
  private int lost;
  private int reconnects;
  private int resets;

  /**
   * Creates a client for a device.
   *
   * @param directory gives the service of the cluster on which the list lies now
   */
  SyncClient(Device device, Supplier<TaskService> directory, RandomGenerator random) {
    this.device = device;
    this.directory = directory;
    this.random = random;
    this.service = directory.get();
  }

  /**
   * Gets changes until there are no more, or the connection breaks. Returns whether there are no
   * more.
   */
  boolean sync() {
    while (true) {
      requests++;
      ChangePage page;
      try {
        page = service.changes(device.token());
      } catch (RecordLayerException e) {
        recover(e);
        return false;
      }
      if (random.nextInt(BREAKS_ONE_IN) == 0) {
        lost++; // the answer never came; the token is what it was
        return false;
      }
      judge(page);
      device.apply(page);
      if (!page.more()) {
        return true;
      }
    }
  }

  private void recover(RecordLayerException e) {
    switch (e.code()) {
      case STORE_ABSENT, SYNC_TOKEN_AHEAD -> {
        service = directory.get();
        reconnects++;
      }
      case SYNC_TOKEN_EXPIRED -> {
        device.reset();
        applied.clear();
        resets++;
      }
      default -> throw e;
    }
  }

  /** No change may come twice, none behind a later one. */
  private void judge(ChangePage page) {
    for (StoredRecord record : page.records()) {
      String change =
          "%08x %s"
              .formatted(
                  record.incarnation().orElseThrow(),
                  HexFormat.of().formatHex(record.version().orElseThrow().getBytes()));
      String last = applied.isEmpty() ? "" : applied.last();
      if (change.compareTo(last) <= 0) {
        throw new IllegalStateException("change " + change + " came behind " + last);
      }
      applied.add(change);
    }
  }

  Device device() {
    return device;
  }

  /** The number of times that the device had to begin anew. */
  int resets() {
    return resets;
  }

  /** The number of times that the client looked up the cluster of the list. */
  int reconnects() {
    return reconnects;
  }

  @Override
  public String toString() {
    return requests
        + " requests, "
        + lost
        + " answers lost, moved on "
        + reconnects
        + ", begun anew "
        + resets
        + ", "
        + applied.size()
        + " changes";
  }
}
