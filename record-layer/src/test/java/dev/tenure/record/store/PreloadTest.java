package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tenure.record.Notes;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.store.row.PreloadedRows;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Records that are read ahead: loads give what they would give, with the same conflicts. */
@Tag("late")
final class PreloadTest {
  private final TestDatabase test = new TestDatabase();
  private final MemoryMeters meters = new MemoryMeters();
  private final RecordDatabase measured = test.builder().meters(meters).build();

  @BeforeEach
  void fill() {
    does(
        store -> {
          for (int id = 0; id < 10; id++) {
            Stores.join(store, store.save(Stores.note(id, "note " + id)));
            Stores.join(store, store.save(Notes.item("z", "i" + id, id)));
          }
        });
    var unused = reads(store -> {});
  }

  @AfterEach
  void close() {
    test.close();
  }

  private void does(Consumer<RecordStore> body) {
    test.inStore(
        store -> {
          body.accept(store);
          return CompletableFuture.completedFuture(true);
        });
  }

  private static List<Tuple> ids(long... ids) {
    return LongStream.of(ids).mapToObj(Tuple::from).toList();
  }

  private static Optional<Message> load(RecordStore store, long id) {
    return Stores.join(store, store.load("Note", Tuple.from(id))).map(StoredRecord::message);
  }

  /** How many reads a transaction makes that opens the store and does some work. */
  private long reads(Consumer<RecordStore> work) {
    long before = total();
    try (RecordContext context = measured.openContext()) {
      work.accept(test.openNow(context));
    }
    return total() - before;
  }

  private long total() {
    return meters.count(RecordCounter.READS) + meters.count(RecordCounter.RANGE_READS);
  }

  @Test
  void loadsOfWhatWasReadAheadReadNothing() {
    Consumer<RecordStore> ahead =
        store -> {
          assertEquals(3, Stores.join(store, store.preload().records("Note", ids(1, 2, 77))));
          assertEquals(10, Stores.join(store, store.preload().range("HotItem", TupleRange.all())));
        };
    Consumer<RecordStore> loads =
        store -> {
          assertEquals(Optional.of(Stores.note(1, "note 1")), load(store, 1));
          assertEquals(Optional.empty(), load(store, 77));
          assertEquals(
              Optional.of(Notes.item("z", "i3", 3)),
              Stores.join(store, store.load("HotItem", Tuple.from("z", "i3")))
                  .map(StoredRecord::message));
          assertEquals(
              Optional.empty(), Stores.join(store, store.load("HotItem", Tuple.from("y", "none"))));
        };
    long before = reads(ahead);

    assertEquals(before, reads(ahead.andThen(loads)));
    assertEquals(before + 1, reads(ahead.andThen(loads).andThen(store -> load(store, 3))));
  }

  @Test
  void recordsOfAnIndexScanAreAnsweredFromMemory() {
    Consumer<RecordStore> ahead =
        store -> Stores.join(store, store.preload().range("Note", TupleRange.all()));
    Consumer<RecordStore> scan =
        store ->
            assertEquals(
                10,
                Stores.join(
                        store,
                        store
                            .scanRecords(
                                "by-title",
                                TupleRange.all(),
                                Continuation.START,
                                ScanOptions.defaults(),
                                MissingRecord.FAIL)
                            .asList())
                    .size());

    assertEquals(reads(ahead) + 1, reads(ahead.andThen(scan)));
  }

  @Test
  void whatIsReadAheadTwiceIsReadOnce() {
    Consumer<RecordStore> ahead =
        store -> assertEquals(2, Stores.join(store, store.preload().records("Note", ids(1, 2))));

    assertEquals(reads(ahead), reads(ahead.andThen(ahead)));
  }

  /** Whether a transaction that preloads and loads commits, while another changes all records. */
  private boolean commits(Consumer<RecordStore> loads) {
    try (RecordContext context = test.database.openContext()) {
      RecordStore store = test.openNow(context);
      context.join(store.preload().records("Note", ids(1, 50)));
      context.join(store.preload().range("HotItem", TupleRange.all()));
      loads.accept(store);
      does(
          changed -> {
            Stores.join(changed, changed.save(Stores.note(1, "changed")));
            Stores.join(changed, changed.save(Stores.note(50, "new")));
            Stores.join(changed, changed.save(Notes.item("z", "i1", 99)));
            Stores.join(changed, changed.save(Notes.item("z", "new", 99)));
          });
      context.set(new byte[] {'k'}, new byte[0]);
      context.join(context.commit());
      return true;
    } catch (RecordLayerException e) {
      assertEquals(Code.COMMIT_CONFLICT, e.code(), e::toString);
      return false;
    }
  }

  @Test
  void conflictsAreThoseOfTheLoads() {
    assertTrue(commits(store -> {}), "read ahead only");
    assertTrue(
        commits(store -> Stores.join(store, store.load("Note", Tuple.from(1), Isolation.SNAPSHOT))),
        "snapshot load");
    assertTrue(commits(store -> load(store, 2)), "load of another record");
  }

  @Test
  void serializableLoadConflictsAlthoughItReadsNothing() {
    assertFalse(commits(store -> load(store, 1)), "a split record");
  }

  @Test
  void serializableLoadOfAnAbsentRecordConflicts() {
    assertFalse(commits(store -> load(store, 50)), "an absent split record");
  }

  @Test
  void serializableLoadsOfSingleKeyRecordsConflict() {
    assertFalse(
        commits(store -> Stores.join(store, store.load("HotItem", Tuple.from("z", "i1")))),
        "a record of one key");
    assertFalse(
        commits(
            store -> {
              does(deleting -> Stores.join(deleting, deleting.delete("HotItem", newKey())));
              Stores.join(store, store.load("HotItem", newKey()));
            }),
        "an absent record of one key");
  }

  private static Tuple newKey() {
    return Tuple.from("z", "new");
  }

  @Test
  void recordsAreReplacedAndDeletedAsIfTheyWereRead() {
    does(
        store -> {
          Stores.join(store, store.preload().records("Note", ids(1, 2)));
          StoredRecord one = Stores.join(store, store.load("Note", Tuple.from(1))).orElseThrow();
          store.replace(one, Stores.note(1, "replaced"));
          assertEquals(Optional.of(Stores.note(1, "replaced")), load(store, 1));
          StoredRecord two = Stores.join(store, store.load("Note", Tuple.from(2))).orElseThrow();
          store.delete(two);
          assertEquals(Optional.empty(), load(store, 2));
        });
    does(
        store -> {
          assertEquals(Optional.of(Stores.note(1, "replaced")), load(store, 1));
          assertEquals(9, Stores.entries(store, "by-title").size());
        });
  }

  @Test
  void memoryIsBoundedAndLoadsBeyondItRead() {
    int bytes = 900_000;
    for (int id = 100; id < 115; id++) {
      Note large =
          Note.newBuilder().setId(id).setBody(ByteString.copyFrom(new byte[bytes])).build();
      does(store -> Stores.join(store, store.save(large)));
    }
    TupleRange large = TupleRange.between(Tuple.from(100), true, Tuple.from(200), true);
    int fitting = (int) (PreloadedRows.BYTES_MAX / bytes);
    Consumer<RecordStore> ahead =
        store -> {
          assertEquals(fitting, Stores.join(store, store.preload().range("Note", large)));
          assertEquals(0, Stores.join(store, store.preload().records("Note", ids(114, 1))));
          assertEquals(0, Stores.join(store, store.preload().range("Note", TupleRange.all())));
        };
    Consumer<RecordStore> loads =
        store -> {
          for (int id = 100; id < 115; id++) {
            assertTrue(load(store, id).isPresent(), "note " + id);
          }
        };

    assertEquals(reads(ahead) + 15 - fitting, reads(ahead.andThen(loads)));
  }

  @Test
  void keysOfAnotherTypeAreRefused() {
    does(
        store ->
            assertThrows(
                IllegalArgumentException.class, () -> store.preload().records("HotItem", ids(1))));
  }

  @RepeatedTest(4)
  void loadsAreAsWithoutReadingAhead() {
    RandomGenerator random = Seeds.random("PreloadTest");
    Map<Long, Note> notes = new HashMap<>();
    for (long id = 0; id < 10; id++) {
      notes.put(id, Stores.note(id, "note " + id));
    }
    for (int i = 0; i < 40; i++) {
      does(
          store -> {
            List<CompletableFuture<?>> running = new ArrayList<>();
            for (int j = 0; j < 12; j++) {
              step(store, notes, random, running);
            }
            running.forEach(future -> Stores.join(store, future));
          });
    }
  }

  private static void step(
      RecordStore store,
      Map<Long, Note> notes,
      RandomGenerator random,
      List<CompletableFuture<?>> running) {
    long id = random.nextInt(14);
    switch (random.nextInt(9)) {
      case 0 -> running.add(store.preload().records("Note", ids(id, id + 1, id + 5)));
      case 1 ->
          running.add(
              store
                  .preload()
                  .range(
                      "Note", TupleRange.between(Tuple.from(id), true, Tuple.from(id + 4), false)));
      case 2, 3 -> {
        Note note =
            Note.newBuilder()
                .setId(id)
                .setTitle("t" + random.nextInt())
                .setBody(ByteString.copyFrom(new byte[random.nextInt(4) == 0 ? 150_000 : 1]))
                .build();
        notes.put(id, note);
        Stores.join(store, store.save(note));
      }
      case 4 -> {
        notes.remove(id);
        Stores.join(store, store.delete("Note", Tuple.from(id)));
      }
      case 5 -> {
        if (random.nextInt(6) == 0) {
          notes.clear();
          store.deleteAll();
        }
      }
      default -> {
        Isolation isolation = random.nextBoolean() ? Isolation.SERIALIZABLE : Isolation.SNAPSHOT;
        assertEquals(
            Optional.ofNullable(notes.get(id)),
            Stores.join(store, store.load("Note", Tuple.from(id), isolation))
                .map(StoredRecord::message));
      }
    }
  }
}
