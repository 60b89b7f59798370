package dev.tenure.campaigns.releases;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.pointer.VisitRequest;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.StackTrace;
import dev.tenure.queue.zone.ZoneSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes the data that a release leaves to the tests of later ones: {@code ReleaseDataWriter
 * 0.1.0.zip}, with the classes of the release on the class path. docs/releasing.md has the command.
 */
final class ReleaseDataWriter implements AutoCloseable {
  private static final String CONSUMER = "writer";
  private static final Duration LEASE = Duration.ofMinutes(5);
  private static final int VISITS_MAX = 10;

  private final AtomicReference<Instant> now = new AtomicReference<>(ReleaseItems.BEGUN);
  private final ReleaseCluster cluster;

  private ReleaseDataWriter(Path directory) {
    cluster = new ReleaseCluster(directory, now::get);
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException(
          "one argument is needed, the file to write, e.g. 0.1.0.zip; there are "
              + arguments.length);
    }
    Path directory = Files.createTempDirectory("tenure-release");
    Path data = directory.resolve("data");
    try (ReleaseDataWriter writer = new ReleaseDataWriter(data)) {
      writer.notes();
    }
    // What is opened again lies in RocksDB's table files, what is written now in its log.
    try (ReleaseDataWriter writer = new ReleaseDataWriter(data)) {
      writer.items();
    }
    ZippedDirectory.pack(data, file -> !file.startsWith("rocksdb/LOG"), Path.of(arguments[0]));
    ZippedDirectory.delete(directory);
  }

  private void items() {
    vested();
    enqueue(ReleaseItems.DELAYED, item("delayed/first").withDelay(ReleaseItems.FIRST_DELAY));
    enqueue(ReleaseItems.DELAYED, item("delayed/last").withDelay(ReleaseItems.LAST_DELAY));
    leased();
    groups();
    letters();
    remembered();
    asleep();
    enqueue(ReleaseItems.PAUSED, item("paused/0"), item("paused/1"));
    cluster.run(
        ReleaseItems.PAUSED, tx -> tx.zone().changeSettings(settings -> settings.withPaused(true)));
  }

  private void notes() {
    ReleaseItems.TENANTS.forEach(tenant -> cluster.join(cluster.cluster().createTenant(tenant)));
    for (long i = 1; i <= ReleaseNotes.COUNT; i++) {
      long number = i;
      cluster.run(ReleaseItems.NOTES, tx -> tx.store().save(ReleaseNotes.note(number, 0)));
    }
    for (long i = ReleaseNotes.CHANGED_EVERY;
        i <= ReleaseNotes.COUNT;
        i += ReleaseNotes.CHANGED_EVERY) {
      long number = i;
      cluster.run(ReleaseItems.NOTES, tx -> tx.store().save(ReleaseNotes.note(number, 1)));
    }
    for (long i = ReleaseNotes.DELETED_EVERY;
        i <= ReleaseNotes.COUNT;
        i += ReleaseNotes.DELETED_EVERY) {
      Tuple number = Tuple.from(i);
      cluster.run(ReleaseItems.NOTES, tx -> tx.store().delete(ReleaseNotes.TYPE, number));
    }
  }

  private static NewItem item(String name) {
    return NewItem.of(ReleaseItems.WORK, name);
  }

  private void enqueue(TenantId tenant, NewItem... items) {
    for (NewItem item : items) {
      cluster.run(tenant, tx -> tx.zone().enqueue(item));
    }
  }

  private List<LeasedItem> lease(TenantId tenant, int count) {
    List<LeasedItem> leased =
        cluster.run(tenant, tx -> tx.zone().dequeue(DequeueRequest.of(count, LEASE, CONSUMER)));
    if (leased.size() != count) {
      throw new IllegalStateException(
          "leased " + leased.size() + " items of " + tenant + ", there should be " + count);
    }
    return leased;
  }

  private void complete(TenantId tenant) {
    LeasedItem leased = lease(tenant, 1).get(0);
    cluster.run(tenant, tx -> tx.zone().complete(leased.item().id(), leased.lease().id()));
  }

  private void vested() {
    enqueue(
        ReleaseItems.VESTED,
        item("vested/0").withPriority(0),
        item("vested/1").withPriority(15),
        item("vested/2").withId("given-id").withAttributes(Map.of("colour", "white")));
    List<NewItem> together = List.of(item("vested/3"), item("vested/4"));
    cluster.run(ReleaseItems.VESTED, tx -> tx.zone().enqueueAll(together));
    NewItem mail = item("vested/second-zone");
    cluster.run(ReleaseItems.VESTED, tx -> tx.zone(ReleaseItems.SECOND_ZONE).enqueue(mail));
  }

  private void leased() {
    enqueue(ReleaseItems.LEASED, item("leased/0"), item("leased/1"), item("leased/2"));
    lease(ReleaseItems.LEASED, 2);
  }

  private void groups() {
    enqueue(
        ReleaseItems.GROUPS,
        item("groups/a0").withGroup("a"),
        item("groups/a1").withGroup("a"),
        item("groups/a2").withGroup("a"));
    complete(ReleaseItems.GROUPS);
    lease(ReleaseItems.GROUPS, 1);
    enqueue(
        ReleaseItems.GROUPS, item("groups/b0").withGroup("b"), item("groups/b1").withGroup("b"));
  }

  private void letters() {
    Failure failure =
        new Failure(
            ReleaseItems.LETTER_REASON, CONSUMER, StackTrace.compress(ReleaseItems.STACK_TRACE));
    enqueue(ReleaseItems.LETTERS, item("letters/failed"));
    setAside(DeadLetterKind.FAILED, Optional.of(failure));
    enqueue(ReleaseItems.LETTERS, item("letters/parked"));
    setAside(DeadLetterKind.PARKED, Optional.empty());
    enqueue(ReleaseItems.LETTERS, item("letters/retried"));
    for (int attempt = 0; attempt < 2; attempt++) {
      LeasedItem leased = lease(ReleaseItems.LETTERS, 1).get(0);
      cluster.run(
          ReleaseItems.LETTERS,
          tx ->
              tx.zone()
                  .requeue(
                      leased.item().id(),
                      leased.lease().id(),
                      Duration.ofSeconds(10),
                      Optional.of(failure)));
      pass(Duration.ofSeconds(20));
    }
  }

  private void setAside(DeadLetterKind kind, Optional<Failure> failure) {
    LeasedItem leased = lease(ReleaseItems.LETTERS, 1).get(0);
    cluster.run(
        ReleaseItems.LETTERS,
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    leased.item().id(),
                    leased.lease().id(),
                    kind,
                    ReleaseItems.LETTER_REASON,
                    failure));
  }

  private void remembered() {
    ZoneSettings settings = ZoneSettings.defaults().withDedupFor(ReleaseItems.REMEMBERED_FOR);
    cluster.run(ReleaseItems.REMEMBERING, tx -> tx.zone().saveSettings(settings));
    enqueue(ReleaseItems.REMEMBERING, item("remembering/0").withId(ReleaseItems.REMEMBERED_ID));
    complete(ReleaseItems.REMEMBERING);
  }

  /** Visits a zone whose only item vests later, until the sleep of its pointer is confirmed. */
  private void asleep() {
    enqueue(
        ReleaseItems.ASLEEP,
        item("asleep/done"),
        item("asleep/0").withDelay(ReleaseItems.FIRST_DELAY));
    complete(ReleaseItems.ASLEEP);
    for (int i = 0; i < VISITS_MAX; i++) {
      pass(Duration.ofSeconds(10));
      Optional<PointerRef> pointer = vestedPointer(ReleaseItems.ASLEEP);
      if (pointer.isPresent() && sleeps(pointer.get())) {
        return;
      }
    }
    throw new IllegalStateException("the pointer was awake after " + VISITS_MAX + " visits");
  }

  private Optional<PointerRef> vestedPointer(TenantId tenant) {
    return cluster
        .join(cluster.cluster().topLevel().peek(0, TopLevelPeekRequest.of(1_000, Duration.ZERO)))
        .vested()
        .stream()
        .filter(TopLevelEntry.Pointer.class::isInstance)
        .map(entry -> ((TopLevelEntry.Pointer) entry).ref())
        .filter(ref -> ref.tenant().equals(tenant))
        .findFirst();
  }

  private boolean sleeps(PointerRef pointer) {
    VisitRequest request = new VisitRequest(CONSUMER, 1, 1_000, LEASE, item -> true);
    VisitResult result =
        cluster.join(cluster.cluster().visits().visit(pointer, List.of(), request));
    return result instanceof VisitResult.Idle idle && idle.confirmed();
  }

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Override
  public void close() {
    cluster.close();
  }
}
