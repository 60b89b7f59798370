package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.recordType;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.serialize.EncryptionKey;
import dev.tenure.record.serialize.EncryptionKeys;
import dev.tenure.record.serialize.RecordCompression;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.serialize.SerializerOptions;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Numbers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/** Random metadata and random work on it, against records in a plain map. */
final class StoreWorldModelTest {
  private static final int TRANSACTIONS = 40;
  private static final List<String> WORDS = List.of("", "a", "a\0", "ab", "\0", "\u00ff");

  private final Stores stores = new Stores();
  private final RandomGenerator random = Seeds.random("StoreWorldModelTest");
  private final boolean shared = random.nextBoolean();
  private final boolean versioned = random.nextBoolean();
  private final boolean timestamped = random.nextBoolean();
  private final boolean encrypted = random.nextBoolean();
  private final boolean compressed = random.nextBoolean();
  private final int indexes = random.nextInt(4);
  private final RecordMetaData metaData = metaData();
  private TreeMap<Tuple, Expected> model = new TreeMap<>();
  private int keys = 1;

  /** A record as it should be. */
  private record Expected(Message message, Instant created, Instant updated) {}

  @AfterEach
  void close() {
    stores.close();
  }

  private RecordMetaData metaData() {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .recordType(Note.getDefaultInstance(), this::define)
            .recordType(Numbers.getDefaultInstance(), this::define);
    if (indexes > 0) {
      builder
          .index("Note", Index.value("titles", field("title")).covering(field("color")))
          .index("Numbers", Index.count("flags", field("flag")).clearWhenZero());
    }
    if (indexes > 1) {
      builder
          .index("Note", Index.value("tags", field("tag", FanType.FAN_OUT)))
          .universalIndex(Index.count("types", recordType()).clearWhenZero());
    }
    if (indexes > 2) {
      builder.index(
          List.of("Note", "Numbers"), Index.value("ids", concat(recordType(), field("id"))));
    }
    return builder.build();
  }

  private void define(RecordType.Builder type) {
    type.primaryKey(field("id"));
    if (shared) {
      type.inSharedExtent();
    }
    if (versioned) {
      type.versioned();
    }
    if (timestamped) {
      type.timestamped();
    }
  }

  private StoreOptions options() {
    SerializerOptions.Builder serializer = SerializerOptions.builder();
    if (compressed) {
      serializer.compression(RecordCompression.zstd(3), random.nextInt(200));
    }
    if (encrypted) {
      EncryptionKey[] old = new EncryptionKey[keys - 1];
      for (int i = 1; i < keys; i++) {
        old[i - 1] = key(i);
      }
      serializer.encryption(EncryptionKeys.of(key(keys), old));
    }
    return stores
        .options(metaData)
        .withSerializer(RecordSerializer.of(serializer.build(), new SplittableRandom(keys)));
  }

  private static EncryptionKey key(int id) {
    byte[] bytes = new byte[16];
    Arrays.fill(bytes, (byte) id);
    return EncryptionKey.of(id, bytes);
  }

  @RepeatedTest(12)
  void storeIsAsTheMap() {
    System.out.printf(
        "shared %s versioned %s timestamped %s encrypted %s compressed %s indexes %d%n",
        shared, versioned, timestamped, encrypted, compressed, indexes);
    for (int i = 0; i < TRANSACTIONS; i++) {
      TreeMap<Tuple, Expected> before = new TreeMap<>(model);
      stores.test.clock.advance(Duration.ofMillis(random.nextInt(5)));
      keys += random.nextInt(8) == 0 ? 1 : 0;
      StoreOptions options = options();
      try (RecordContext context = stores.test.database.openContext()) {
        RecordStore store = context.join(RecordStore.open(context, options));
        int operations = 1 + random.nextInt(10);
        for (int j = 0; j < operations; j++) {
          change(store);
        }
        assertIs(store, true);
        if (random.nextInt(5) == 0) {
          model = before;
        } else {
          context.join(context.commit());
        }
      }
      stores.does(options, store -> assertIs(store, false));
    }
  }

  private void change(RecordStore store) {
    Message message = random.nextBoolean() ? randomNote() : randomNumbers();
    Tuple key = keyOf(message);
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> {
        Expected old = model.get(key);
        String type = message.getDescriptorForType().getName();
        boolean there = old != null && typeOf(old.message()).equals(type);
        assertEquals(there, Stores.join(store, store.delete(type, idOf(message))));
        if (there) {
          model.remove(key);
        }
      }
      case 3 -> {
        if (random.nextInt(4) == 0) {
          store.deleteAll();
          model.clear();
        }
      }
      case 4 -> deleteWhere(store, message);
      case 5 -> {
        Expected old = model.get(key);
        if (old != null && typeOf(old.message()).equals(typeOf(message))) {
          StoredRecord loaded =
              Stores.join(store, store.load(typeOf(message), idOf(message))).orElseThrow();
          store.replace(loaded, message);
          put(store, key, message);
        }
      }
      default -> {
        SaveMode mode =
            model.containsKey(key)
                ? random.nextBoolean() ? SaveMode.UPDATE : SaveMode.UPSERT
                : random.nextBoolean() ? SaveMode.INSERT : SaveMode.ASSUME_NEW;
        Stores.join(store, store.save(message, mode));
        put(store, key, message);
      }
    }
  }

  private void put(RecordStore store, Tuple key, Message message) {
    Instant now = Instant.ofEpochMilli(store.context().now().toEpochMilli());
    Expected old = model.get(key);
    model.put(key, new Expected(message, old == null ? now : old.created(), now));
  }

  private void deleteWhere(RecordStore store, Message message) {
    String type = typeOf(message);
    if (shared || indexes > 0) {
      return;
    }
    Tuple prefix = random.nextInt(4) == 0 ? new Tuple() : idOf(message);
    store.deleteWhere(type, prefix);
    model
        .entrySet()
        .removeIf(
            entry ->
                typeOf(entry.getValue().message()).equals(type)
                    && (prefix.isEmpty() || idOf(entry.getValue().message()).equals(prefix)));
  }

  /** The order in which the store has them: types one after another, unless shared. */
  private Tuple keyOf(Message message) {
    return shared ? idOf(message) : Tuple.from(typeOf(message)).addAll(idOf(message));
  }

  private static String typeOf(Message message) {
    return message.getDescriptorForType().getName();
  }

  private static Tuple idOf(Message message) {
    return message instanceof Note note
        ? Tuple.from(note.getId())
        : Tuple.from((long) ((Numbers) message).getId());
  }

  private Note randomNote() {
    Note.Builder note = Note.newBuilder().setId(random.nextInt(-2, 6)).setTitle(word());
    random.ints(random.nextInt(3), 0, WORDS.size()).forEach(i -> note.addTag(WORDS.get(i)));
    byte[] body = new byte[random.nextInt(6) == 0 ? random.nextInt(230_000) : random.nextInt(9)];
    if (random.nextBoolean()) {
      random.nextBytes(body);
    }
    return note.setColorValue(random.nextInt(3)).setBody(ByteString.copyFrom(body)).build();
  }

  private Numbers randomNumbers() {
    return Numbers.newBuilder()
        .setId(random.nextInt(-2, 6))
        .setFlag(random.nextBoolean())
        .setSignedLong(random.nextLong())
        .build();
  }

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private void assertIs(RecordStore store, boolean inTransaction) {
    for (String type : List.of("Note", "Numbers")) {
      List<Expected> expected =
          model.values().stream().filter(one -> typeOf(one.message()).equals(type)).toList();
      List<StoredRecord> found = Stores.records(store, type);
      assertEquals(
          expected.stream().map(Expected::message).toList(),
          found.stream().map(StoredRecord::message).toList());
      for (int i = 0; i < found.size(); i++) {
        assertRecord(expected.get(i), found.get(i), inTransaction);
      }
    }
    assertIndexes(store);
  }

  private void assertRecord(Expected expected, StoredRecord found, boolean inTransaction) {
    assertEquals(versioned, found.version().isPresent());
    if (!inTransaction) {
      found.version().ifPresent(version -> assertEquals(true, version.isComplete()));
    }
    assertEquals(timestamped ? Optional.of(expected.created()) : Optional.empty(), found.created());
    assertEquals(timestamped ? Optional.of(expected.updated()) : Optional.empty(), found.updated());
  }

  private <M extends Message> Stream<M> all(Class<M> kind) {
    return model.values().stream().map(Expected::message).filter(kind::isInstance).map(kind::cast);
  }

  private void assertIndexes(RecordStore store) {
    if (indexes > 0) {
      assertKeys(store, "titles", all(Note.class).map(note -> Tuple.from(note.getTitle())));
      for (boolean flag : List.of(true, false)) {
        assertEquals(
            all(Numbers.class).filter(numbers -> numbers.getFlag() == flag).count(),
            Stores.join(store, store.count("flags", Tuple.from(flag))));
      }
    }
    if (indexes > 1) {
      assertKeys(
          store,
          "tags",
          all(Note.class).flatMap(note -> note.getTagList().stream().distinct().map(Tuple::from)));
      Map<Long, Long> types = new TreeMap<>();
      model
          .values()
          .forEach(one -> types.merge(one.message() instanceof Note ? 1L : 2L, 1L, Long::sum));
      for (long type = 1; type <= 2; type++) {
        assertEquals(
            Objects.requireNonNullElse(types.get(type), 0L),
            Stores.join(store, store.count("types", Tuple.from(type))));
      }
    }
    if (indexes > 2) {
      List<Tuple> ids = new ArrayList<>();
      model
          .values()
          .forEach(
              one ->
                  ids.add(
                      Tuple.from(one.message() instanceof Note ? 1L : 2L)
                          .addAll(idOf(one.message()))));
      assertKeys(store, "ids", ids.stream());
    }
  }

  private static void assertKeys(RecordStore store, String index, Stream<Tuple> expected) {
    assertEquals(expected.sorted().toList(), Stores.keys(store, index));
  }
}
