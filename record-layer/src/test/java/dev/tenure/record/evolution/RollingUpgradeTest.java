package dev.tenure.record.evolution;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.notNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Two processes on one cluster: one whose program knows a newer version of the metadata. */
final class RollingUpgradeTest {
  private static final int STORES = 12;
  private static final int STEPS = 150;
  private static final Descriptor NEWER_NOTE = newerNote();

  private static final RecordMetaData OLD =
      RecordMetaData.builder()
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")))
          .index("Note", Index.value("by-title", field("title")))
          .index("Note", Index.count("by-color", field("color")))
          .build();

  /** A new field, a new index on it, and one that is gone. */
  private static final RecordMetaData NEW =
      OLD.toBuilder()
          .messages(NEWER_NOTE)
          .index("Note", Index.value("by-nick", field("nick")).where(notNull(field("nick"))))
          .removeIndex("by-color")
          .build();

  private final TestDatabase test = new TestDatabase();
  private final MetaDataStore metaDataStore =
      MetaDataStore.of(new Subspace(Tuple.from("metadata")))
          .withLocalTypes(Note.getDefaultInstance());
  private final RandomGenerator random = Seeds.random("RollingUpgradeTest");
  private final Program older = new Program(test.builder().build());
  private final Program newer = new Program(test.builder().build());

  /** A process: its own database object, and its own cache of metadata. */
  private final class Program {
    private final RecordDatabase database;
    private MetaDataSource source = OLD;

    Program(RecordDatabase database) {
      this.database = database;
    }

    /** Starts with what its program knows. */
    void start(RecordMetaData known) {
      database.join(database.run(context -> metaDataStore.saveIfNewer(context, known)));
      source = database.join(metaDataStore.openCache(database));
    }

    <T> T inStore(int number, Function<RecordStore, CompletableFuture<T>> body) {
      return database.join(database.run(context -> open(context, number).thenCompose(body)));
    }

    CompletableFuture<RecordStore> open(RecordContext context, int number) {
      return RecordStore.open(context, subspace(number), source, OpenMode.CREATE_OR_OPEN);
    }
  }

  @BeforeEach
  void startOlder() {
    older.start(OLD);
  }

  @AfterEach
  void close() {
    test.close();
  }

  private static Subspace subspace(int number) {
    return new Subspace(Tuple.from("store", number));
  }

  private static Descriptor newerNote() {
    FileDescriptorProto.Builder file = Note.getDescriptor().getFile().toProto().toBuilder();
    FieldDescriptorProto.Builder nick =
        file.getMessageTypeBuilder(0).addFieldBuilder().setName("nick").setNumber(30);
    nick.setType(FieldDescriptorProto.Type.TYPE_STRING)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .setProto3Optional(true)
        .setOneofIndex(file.getMessageTypeBuilder(0).getOneofDeclCount());
    file.getMessageTypeBuilder(0).addOneofDeclBuilder().setName("_nick");
    try {
      return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0])
          .findMessageTypeByName("Note");
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Message nicked(long id, String title, String nick) {
    return DynamicMessage.newBuilder(NEWER_NOTE)
        .setField(Objects.requireNonNull(NEWER_NOTE.findFieldByName("id")), id)
        .setField(Objects.requireNonNull(NEWER_NOTE.findFieldByName("title")), title)
        .setField(Objects.requireNonNull(NEWER_NOTE.findFieldByName("nick")), nick)
        .build();
  }

  private static CompletableFuture<List<Tuple>> nicks(RecordStore store) {
    return store
        .scanIndex("by-nick", TupleRange.all(), Continuation.START, ScanOptions.defaults())
        .map(entry -> entry.key())
        .asList();
  }

  private static Note note(Message message) {
    try {
      return Note.parseFrom(message.toByteString());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void olderProcessKeepsFieldsAndIndexesItsProgramDoesNotKnow() {
    older.inStore(1, store -> store.save(Note.newBuilder().setId(1).setTitle("a").build()));
    newer.start(NEW);
    newer.inStore(1, store -> store.save(nicked(2, "b", "bee")));

    Note changed =
        older.inStore(
            1,
            store ->
                store
                    .load("Note", Tuple.from(2))
                    .thenCompose(
                        found -> {
                          Note known = note(found.orElseThrow().message());
                          Note title = known.toBuilder().setTitle("c").build();
                          return store.save(title).thenApply(saved -> title);
                        }));

    assertEquals("c", changed.getTitle());
    assertEquals(List.of(Tuple.from("bee")), newer.inStore(1, RollingUpgradeTest::nicks));
    assertEquals(List.of(Tuple.from("bee")), older.inStore(1, RollingUpgradeTest::nicks));
    older.inStore(1, store -> store.delete("Note", Tuple.from(2)));
    assertEquals(List.of(), newer.inStore(1, RollingUpgradeTest::nicks));
    assertEquals(2, older.source.current().version());
  }

  @Test
  void storeThatTheOlderProcessMakesIsBroughtUpByTheNewer() {
    newer.start(NEW);
    older.inStore(1, store -> store.save(note(nicked(1, "a", "nick"))));
    assertEquals(1, older.source.current().version());

    assertEquals(List.of(Tuple.from("nick")), newer.inStore(1, RollingUpgradeTest::nicks));
    int stored = older.inStore(1, store -> done(store.header().metaDataVersion()));
    assertEquals(2, stored);
  }

  @Test
  void metaDataThatWasNotSavedCannotBeAskedFor() {
    newer.source = NEW;
    newer.inStore(1, store -> store.save(nicked(1, "a", "b")));

    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> older.inStore(1, store -> store.load("Note", Tuple.from(1))));

    assertEquals(RecordLayerException.Code.METADATA_NEWER, refused.code());
    assertTrue(
        String.valueOf(refused.getMessage()).endsWith("is needed, the newest stored is 1"),
        refused.getMessage());
  }

  @Test
  void storeThatIsOpenInATransactionKeepsItsMetaData() {
    older.inStore(1, store -> store.save(note(nicked(1, "a", "one"))));
    RecordContext context = older.database.openContext();
    RecordStore first = context.join(older.open(context, 1));
    newer.start(NEW);
    older.database.join(older.database.run(other -> ((MetaDataCache) older.source).refresh(other)));
    assertEquals(2, older.source.current().version());

    RecordStore second = context.join(older.open(context, 1));

    assertEquals(1, second.metaData().version());
    context.join(first.save(note(nicked(2, "b", "two"))));
    context.join(second.save(note(nicked(3, "c", "three"))));
    assertEquals(1L, context.join(first.count("by-color", Tuple.from(0))) - 2);
    context.join(context.commit());
    context.close();
    assertEquals(
        List.of(Tuple.from("one"), Tuple.from("three"), Tuple.from("two")),
        older.inStore(1, RollingUpgradeTest::nicks));
  }

  @RepeatedTest(3)
  void neitherProcessEverFailsAsStale() {
    int upgradeAt = random.nextInt(STEPS);
    boolean newerRuns = false;
    for (int step = 0; step < STEPS; step++) {
      if (step == upgradeAt) {
        newer.start(NEW);
        newerRuns = true;
      }
      Program process = newerRuns && random.nextBoolean() ? newer : older;
      int number = random.nextInt(STORES);
      long id = random.nextInt(6);
      if (random.nextInt(4) == 0) {
        process.inStore(number, store -> store.delete("Note", Tuple.from(id)));
      } else {
        Message message = nicked(id, "title" + random.nextInt(3), "nick" + random.nextInt(3));
        Message known = process == older ? note(message) : message;
        process.inStore(number, store -> store.save(known));
      }
    }
    if (!newerRuns) {
      newer.start(NEW);
    }
    for (int number = 0; number < STORES; number++) {
      newer.inStore(number, store -> done(new BruteForce(store).assertIndexes()));
      older.inStore(number, store -> done(new BruteForce(store).assertIndexes()));
    }
    assertEquals(2, older.source.current().version());
  }

  @RepeatedTest(3)
  void openTransactionsOfBothProcessesCommitOrConflictAndLoseNothing() {
    older.inStore(0, store -> store.save(note(nicked(0, "a", "zero"))));
    for (int round = 0; round < 20; round++) {
      if (round == 5) {
        newer.start(NEW);
      }
      RecordContext one = older.database.openContext();
      RecordContext two = (round < 5 ? older : newer).database.openContext();
      RecordStore oneStore = one.join(older.open(one, 0));
      RecordStore twoStore = two.join((round < 5 ? older : newer).open(two, 0));
      one.join(oneStore.save(note(nicked(round, "a", "one" + round))));
      two.join(twoStore.save(nickedFor(twoStore, 100 + round)));
      boolean firstCommitsFirst = random.nextBoolean();
      commitOrConflict(firstCommitsFirst ? one : two);
      commitOrConflict(firstCommitsFirst ? two : one);
      one.close();
      two.close();
    }
    int notReadable = newer.inStore(0, store -> done(new BruteForce(store).assertIndexes()));
    assertEquals(0, notReadable);
  }

  private static Message nickedFor(RecordStore store, long id) {
    Message message = nicked(id, "b", "two" + id);
    return store.metaData().version() == 1 ? note(message) : message;
  }

  private static void commitOrConflict(RecordContext context) {
    try {
      context.join(context.commit());
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code(), e.getMessage());
    }
  }

  private static <T> CompletableFuture<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
