package dev.tenure.record.evolution;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.index.UniquenessViolationException;
import dev.tenure.record.metadata.Protos;
import dev.tenure.record.metadata.RandomMetaData;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random metadata changed at random. When the rules accept a change, a store written with the
 * earlier metadata opens with the later one, has all its records, and each of its indexes is what
 * its records give; before and after more saves.
 */
final class EvolutionWorldTest {
  private static final int WORLDS = 60;
  private static final int STEPS = 4;

  private final TestDatabase test = new TestDatabase();
  private final RandomGenerator random = Seeds.random("EvolutionWorldTest");
  private final RandomMetaData some = new RandomMetaData(random);
  private Subspace subspace = test.subspace;
  private boolean uniqueOnce;
  private int accepted;
  private int rejected;

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void storeOpensWithWhateverTheRulesAccept() {
    for (int world = 0; world < WORLDS; world++) {
      subspace = new Subspace(Tuple.from("world", world));
      uniqueOnce = false;
      RecordMetaData metaData = first();
      write(metaData);
      for (int step = 0; step < STEPS; step++) {
        RecordMetaData next = changed(metaData);
        List<EvolutionViolation> violations = MetaDataEvolution.strict().violations(metaData, next);
        if (violations.isEmpty()) {
          accepted++;
          assertCarriedOver(metaData, next);
          write(next);
          metaData = next;
        } else {
          rejected++;
        }
      }
    }
    assertTrue(accepted > WORLDS, accepted + " accepted");
    assertTrue(rejected > WORLDS / 4, rejected + " rejected");
  }

  private RecordMetaData first() {
    FileDescriptor file = Protos.file(file("int32 x = 20;", "ZERO = 0; ONE = 1;"));
    RecordMetaData.Builder builder = RecordMetaData.builder().version(5);
    for (Descriptor message : file.getMessageTypes()) {
      builder.recordType(message, type -> type.primaryKey(field("id")));
    }
    for (int i = 0; i < 3; i++) {
      some.add(builder, notUnique(some.index("i" + i)), 2);
    }
    return builder.index("M0", Index.value("x", field("x"))).build();
  }

  /** Unique indexes refuse records at random, which is another test's matter. */
  private static Index notUnique(Index index) {
    return index.isUnique() ? index.option(Index.UNIQUE, "false") : index;
  }

  private static String file(String more, String values) {
    return "message M0 { "
        + RandomMetaData.FIELDS
        + more
        + " } message M1 { "
        + RandomMetaData.FIELDS
        + " } enum E { "
        + values
        + " }";
  }

  /** The metadata with one change, which may be wrong. */
  private RecordMetaData changed(RecordMetaData before) {
    RecordMetaData.Builder next = before.toBuilder();
    List<Index> indexes = before.indexes();
    Index one = indexes.get(random.nextInt(indexes.size()));
    String name = "i" + before.version();
    switch (random.nextInt(14)) {
      case 0 -> some.add(next, some.index(name), 2);
      case 1 -> next.universalIndex(Index.value(name, concat(field("a"), field("e"))).unique());
      case 2 -> removed(before, next, one);
      case 3 -> next.changeIndex(some.index(one.name()));
      case 4 -> next.changeIndex(some.index(one.name()).lastModifiedVersion(one.addedVersion()));
      case 5 -> next.messages(messages("int64 x = 20; string y = 21;", "ZERO = 0; ONE = 1;"));
      case 6 -> next.messages(messages("int32 x = 20;", "ZERO = 0; ONE = 1; TWO = 2;"));
      case 7 -> next.messages(messages("sint32 x = 20;", "ZERO = 0; ONE = 1;"));
      case 8 -> next.messages(messages("int32 x = 20;", "ZERO = 0; UNO = 1;"));
      case 9 -> next.changeRecordType("M1", RecordType.Builder::versioned);
      case 10 -> next.changeRecordType("M0", type -> type.sinceVersion(before.version()));
      case 11, 12 -> next.changeIndex(adjusted(one));
      default -> next.version(before.version());
    }
    return next.build();
  }

  /** The same entries by another definition. */
  private static Index adjusted(Index index) {
    String option = index.type().equals(Index.COUNT) ? Index.CLEAR_WHEN_ZERO : Index.UNIQUE;
    boolean turnOn = index.type().equals(Index.COUNT) && !index.has(option);
    return index.option(option, Boolean.toString(turnOn));
  }

  /** An index is removed so that it is known to have been there, or forgotten. */
  private void removed(RecordMetaData before, RecordMetaData.Builder next, Index one) {
    if (before.indexes().size() > 1) {
      next.removeIndex(one.name());
      if (random.nextBoolean()) {
        some.add(next, some.index(one.name()), 2);
      }
    }
  }

  private static Descriptor[] messages(String more, String values) {
    return Protos.file(file(more, values)).getMessageTypes().toArray(Descriptor[]::new);
  }

  private void assertCarriedOver(RecordMetaData before, RecordMetaData after) {
    List<String> records = inStore(before, store -> new BruteForce(store).records());
    inStore(
        after,
        store -> {
          assertEquals(records.toString(), new BruteForce(store).records().toString());
          assertEquals(after.version(), store.header().metaDataVersion());
          return assertIndexes(store);
        });
    inStore(after, this::assertIndexes);
  }

  /** All indexes are as they must be, and readable unless one was unique and had two of a value. */
  private boolean assertIndexes(RecordStore store) {
    uniqueOnce |= store.metaData().indexes().stream().anyMatch(Index::isUnique);
    int notReadable = new BruteForce(store).assertIndexes();
    assertTrue(uniqueOnce || notReadable == 0, notReadable + " of " + store.metaData().indexes());
    return true;
  }

  /** Saves some records, which comes to nothing when two have one value in a unique index. */
  private void write(RecordMetaData metaData) {
    try {
      writeAll(metaData);
    } catch (UniquenessViolationException e) {
      assertTrue(metaData.index(e.index()).isUnique(), e.getMessage());
    }
  }

  private void writeAll(RecordMetaData metaData) {
    inStore(
        metaData,
        store -> {
          for (RecordType type : metaData.recordTypes()) {
            for (int i = 0; i < 6; i++) {
              store.context().join(store.save(message(type.descriptor(), random.nextInt(10))));
            }
          }
          return assertIndexes(store);
        });
  }

  private Message message(Descriptor type, long id) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    message.setField(fieldOf(type, "id"), id).setField(fieldOf(type, "a"), some.word() + id);
    if (random.nextBoolean()) {
      message.setField(fieldOf(type, "b"), some.word());
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      message.addRepeatedField(fieldOf(type, "tags"), some.word());
    }
    message.setField(fieldOf(type, "n"), random.nextInt(-2, 3));
    message.setField(
        fieldOf(type, "e"), fieldOf(type, "e").getEnumType().findValueByNumber(random.nextInt(2)));
    FieldDescriptor x = type.findFieldByName("x");
    if (x != null) {
      int value = random.nextInt(-5, 5);
      boolean isLong = x.getJavaType() == FieldDescriptor.JavaType.LONG;
      message.setField(x, isLong ? (Object) (long) value : (Object) value);
    }
    return message.build();
  }

  private static FieldDescriptor fieldOf(Descriptor type, String name) {
    return Objects.requireNonNull(type.findFieldByName(name), name);
  }

  private <T> T inStore(RecordMetaData metaData, Function<RecordStore, T> body) {
    return test.run(
        context ->
            RecordStore.open(context, subspace, metaData, OpenMode.CREATE_OR_OPEN)
                .thenCompose(store -> CompletableFuture.completedFuture(body.apply(store))));
  }
}
