package dev.tenure.record.feed;

import static dev.tenure.record.feed.FeedWorld.FEED;
import static dev.tenure.record.feed.FeedWorld.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Writers that overlap, commits of which nobody knows whether they were made, moves to clusters
 * with smaller versions, and clients that follow all the while.
 */
final class ChangeFeedModelTest {
  private static final int SEEDS = 60;
  private static final int STEPS = 60;
  private static final int IDS = 12;
  private static final int WRITERS = 3;
  private static final String DELETED = "deleted";
  private static final RunOptions FAST =
      RunOptions.defaults().withDelays(Duration.ofNanos(1), Duration.ofNanos(1));

  /** What has happened in all worlds, so that none of it can have been left out. */
  private int conflicts;

  private int unknownResults;
  private int moves;
  private int changes;

  /** A client: what it has got, and how far. */
  private static final class Client {
    final Map<Long, String> copy = new TreeMap<>();
    final Set<String> got = new HashSet<>();
    byte[] token = SyncToken.START.toBytes();

    /** Takes a page, whose changes must be behind all it has got. */
    int take(ChangePage page) {
      SyncToken last = SyncToken.fromBytes(token);
      assertTrue(last.compareTo(page.next()) <= 0);
      assertEquals(page.records().isEmpty(), last.equals(page.next()));
      for (StoredRecord record : page.records()) {
        String version = record.incarnation().orElseThrow() + " " + record.version().orElseThrow();
        assertTrue(got.add(version), "given twice: " + version);
        Note note = record.message(Note.class);
        copy.remove(note.getId());
        if (!note.getTitle().equals(DELETED)) {
          copy.put(note.getId(), note.getTitle());
        }
      }
      assertInOrder(page.records());
      token = page.next().toBytes();
      return page.records().size();
    }

    private static void assertInOrder(List<StoredRecord> records) {
      for (int i = 1; i < records.size(); i++) {
        assertTrue(
            order(records.get(i - 1)).compareTo(order(records.get(i))) < 0,
            () -> "not in order: " + records);
      }
    }

    private static Tuple order(StoredRecord record) {
      return Tuple.from((long) record.incarnation().orElseThrow(), record.version().orElseThrow());
    }
  }

  /** A writer whose transaction is open. */
  private record Open(RecordContext context, RecordStore store) {}

  @Test
  void clientsComeToHaveWhatTheStoreHasWhateverHappensMeanwhile() {
    RandomGenerator seeds = Seeds.random("ChangeFeedModelTest");
    for (int i = 0; i < SEEDS; i++) {
      long seed = seeds.nextLong();
      try (FeedWorld world = new FeedWorld()) {
        run(world, Seeds.of(seed));
      } catch (AssertionError e) {
        throw new AssertionError("world " + i + " of seed " + seed, e);
      }
    }
    assertTrue(conflicts > SEEDS, "conflicts: " + conflicts);
    assertTrue(unknownResults > SEEDS, "unknown results: " + unknownResults);
    assertTrue(moves > SEEDS / 2, "moves: " + moves);
    assertTrue(changes > SEEDS * STEPS / 2, "changes: " + changes);
  }

  private void run(FeedWorld world, RandomGenerator random) {
    List<Client> clients = List.of(new Client(), new Client());
    List<Open> writers = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> begin(world, writers, random);
        case 3, 4, 5 -> end(writers, random);
        case 6, 7 -> unknown(world, random);
        case 8, 9, 10 -> look(world, clients.get(0), random);
        default -> {
          if (random.nextInt(4) == 0) {
            writers.forEach(writer -> writer.context().close());
            writers.clear();
            world.move();
            moves++;
          }
        }
      }
    }
    while (!writers.isEmpty()) {
      end(writers, random);
    }
    Map<Long, String> stored = stored(world);
    for (Client client : clients) {
      while (look(world, client, random)) {}
      assertEquals(stored, client.copy);
    }
  }

  /** Opens a transaction that has saved something, and leaves it open. */
  private static void begin(FeedWorld world, List<Open> writers, RandomGenerator random) {
    if (writers.size() < WRITERS) {
      RecordContext context = world.here().database.openContext();
      RecordStore store = context.join(FeedWorld.open(context, world.here()));
      context.join(write(store, random));
      writers.add(new Open(context, store));
    }
  }

  private void end(List<Open> writers, RandomGenerator random) {
    if (writers.isEmpty()) {
      return;
    }
    Open writer = writers.remove(random.nextInt(writers.size()));
    try (RecordContext context = writer.context()) {
      if (random.nextBoolean()) {
        context.join(write(writer.store(), random));
      }
      context.join(context.commit());
    } catch (RecordLayerException e) {
      assertEquals(Code.COMMIT_CONFLICT, e.code());
      conflicts++;
    }
  }

  /** A run whose commit is answered with an unknown result, applied or not; settled or repeated. */
  private void unknown(FeedWorld world, RandomGenerator random) {
    RecordDatabase plain = world.here().database;
    RecordDatabase withMarkers =
        world
            .here()
            .builder()
            .commitMarkers(CommitMarkerOptions.of(world.here().commitMarkers(), "p1"))
            .build();
    RecordDatabase database = random.nextBoolean() ? plain : withMarkers;
    world
        .here()
        .faults
        .plant(
            random.nextBoolean()
                ? CommitFault.UNKNOWN_RESULT_APPLIED
                : CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
    long bodySeed = random.nextLong();
    database.join(
        database.run(
            FAST,
            context ->
                FeedWorld.open(context, world.here())
                    .thenCompose(store -> write(store, Seeds.of(bodySeed)))));
    assertTrue(world.here().faults.isUsedUp());
    unknownResults++;
  }

  /** Some saves and deletions, of which some are of one record. */
  private static CompletableFuture<Boolean> write(RecordStore store, RandomGenerator random) {
    CompletableFuture<Boolean> done = CompletableFuture.completedFuture(true);
    int saves = 1 + random.nextInt(5);
    for (int i = 0; i < saves; i++) {
      long id = random.nextInt(IDS);
      String title = random.nextInt(4) == 0 ? DELETED : "t" + random.nextInt(1_000);
      boolean undone = random.nextInt(10) == 0;
      done =
          done.thenCompose(ok -> store.save(note(id, title)))
              .thenCompose(
                  saved ->
                      undone
                          ? store
                              .delete("Note", Tuple.from(id))
                              .thenCompose(deleted -> store.save(note(id, DELETED)))
                          : CompletableFuture.completedFuture(saved))
              .thenApply(saved -> true);
    }
    return done;
  }

  private boolean look(FeedWorld world, Client client, RandomGenerator random) {
    SyncToken since = SyncToken.fromBytes(client.token);
    int limit = 1 + random.nextInt(4);
    ChangePage page = world.in(store -> FEED.changes(store, since, limit));
    assertTrue(page.records().size() <= limit);
    changes += client.take(page);
    return page.more();
  }

  private static Map<Long, String> stored(FeedWorld world) {
    Map<Long, String> stored = new TreeMap<>();
    List<StoredRecord> records =
        world.in(
            store ->
                store
                    .scan("Note", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                    .asList());
    for (StoredRecord record : records) {
      Note note = record.message(Note.class);
      if (!note.getTitle().equals(DELETED)) {
        stored.put(note.getId(), note.getTitle());
      }
    }
    assertFalse(records.isEmpty());
    return stored;
  }
}
