package dev.tenure.record.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Notes;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Note;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stores with a row that nobody wrote: whatever is done with them, the error says where it is. */
final class StoreFuzzTest {
  private static final int CASES = 500;

  private final TestDatabase test = new TestDatabase();
  private final DamagedStore damaged = new DamagedStore(test);
  private final RandomGenerator random = Seeds.random("StoreFuzzTest");

  @AfterEach
  void close() {
    test.close();
  }

  static List<StoreShapes.Shape> shapes() {
    return StoreShapes.all();
  }

  static List<StoreShapes.Shape> smallShapes() {
    return List.of(
        StoreShapes.plain(),
        StoreShapes.shared(),
        StoreShapes.versions(),
        StoreShapes.header(),
        StoreShapes.aggregates(),
        StoreShapes.text());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void goldenStoreHasNoDamage(StoreShapes.Shape shape) {
    assertEquals(Map.of(), damaged.errors(shape, new GoldenFile(shape.name()).lines()));
  }

  @ParameterizedTest
  @MethodSource("smallShapes")
  void everyFlippedBitGivesATypedErrorOrAnAnswer(StoreShapes.Shape shape) {
    List<String> golden = new GoldenFile(shape.name()).lines();
    Map<Code, Integer> codes = new EnumMap<>(Code.class);
    for (int row = 0; row < golden.size(); row++) {
      byte[] value = GoldenFile.value(golden.get(row));
      for (int bit = 0; bit < value.length * Byte.SIZE; bit++) {
        byte[] flipped = value.clone();
        flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
        count(codes, damaged.errors(shape, with(golden, row, key(golden, row), flipped)));
      }
    }
    assertTrue(codes.containsKey(Code.DAMAGED), codes::toString);
    assertTrue(codes.containsKey(Code.FORMAT_UNKNOWN), codes::toString);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void anyDamagedRowGivesATypedErrorOrAnAnswer(StoreShapes.Shape shape) {
    List<String> golden = new GoldenFile(shape.name()).lines();
    Map<Code, Integer> codes = new EnumMap<>(Code.class);
    for (int i = 0; i < CASES; i++) {
      int row = random.nextInt(golden.size());
      byte[] key = key(golden, row);
      byte[] value = GoldenFile.value(golden.get(row));
      boolean inKey = random.nextBoolean();
      byte[] newKey = inKey ? mangledKey(key) : key;
      byte[] newValue = inKey && random.nextBoolean() ? value : mangledValue(value);
      int replaced = random.nextBoolean() ? row : golden.size();
      count(codes, damaged.errors(shape, with(golden, replaced, newKey, newValue)));
    }
    assertTrue(codes.containsKey(Code.DAMAGED), codes::toString);
  }

  private static void count(Map<Code, Integer> codes, Map<String, Code> errors) {
    errors.values().forEach(code -> codes.merge(code, 1, Integer::sum));
  }

  private static byte[] key(List<String> golden, int row) {
    return GoldenFile.key(golden.get(row));
  }

  private static List<String> with(List<String> golden, int row, byte[] key, byte[] value) {
    List<String> rows = new ArrayList<>(golden);
    if (row < rows.size()) {
      rows.remove(row);
    }
    rows.add(GoldenFile.line(key, value));
    return rows;
  }

  /** A key of the store: its first two bytes, the subspace and what kind of row, stay. */
  private byte[] mangledKey(byte[] key) {
    byte[] mangled = mangled(key, 2);
    return Arrays.copyOf(mangled, Math.min(mangled.length, 9_000));
  }

  private byte[] mangledValue(byte[] value) {
    byte[] mangled = mangled(value);
    return Arrays.copyOf(mangled, Math.min(mangled.length, 100_000));
  }

  private byte[] mangled(byte[] bytes, int from) {
    byte[] tail = Arrays.copyOfRange(bytes, Math.min(from, bytes.length), bytes.length);
    byte[] head = Arrays.copyOf(bytes, Math.min(from, bytes.length));
    return ByteArrayUtil.join(head, mangled(tail));
  }

  private byte[] mangled(byte[] bytes) {
    byte[] changed = bytes.clone();
    switch (random.nextInt(6)) {
      case 0 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      }
      case 1 -> {
        return ByteArrayUtil.join(bytes, noise(1 + random.nextInt(9)));
      }
      case 2 -> {
        return noise(random.nextInt(30));
      }
      case 3 -> {
        byte[] deep = new byte[random.nextInt(90_000)];
        Arrays.fill(deep, (byte) 0x05);
        return random.nextBoolean() ? deep : ByteArrayUtil.join(first(bytes), deep);
      }
      default -> {
        for (int i = random.nextInt(3); i >= 0 && changed.length > 0; i--) {
          changed[random.nextInt(changed.length)] = (byte) random.nextInt();
        }
        return changed;
      }
    }
  }

  private byte[] first(byte[] bytes) {
    return Arrays.copyOf(bytes, Math.min(bytes.length, random.nextInt(9)));
  }

  /** Bytes that are often codes of tuple elements. */
  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    for (int at = 0; at < length; at++) {
      noise[at] = (byte) (random.nextBoolean() ? random.nextInt(0x34) : random.nextInt());
    }
    return noise;
  }

  @Test
  void damagedEntryBesideAUniqueOneEndsTheCommitInATypedError() {
    byte[] prefix =
        HexFormat.of()
            .parseHex("53" + "1502" + HexFormat.of().formatHex(byAuthor().pack()) + "026d6500");
    for (byte[] tail : new byte[][] {{0x15}, {0x02, 'x'}, {}, {0x15, 1, 0x15, 2}, {0x40}}) {
      RecordLayerException refused =
          assertThrows(
              RecordLayerException.class, () -> saveBeside(ByteArrayUtil.join(prefix, tail)));
      assertEquals(Code.DAMAGED, refused.code());
      assertTrue(String.valueOf(refused.getMessage()).contains("store S"), refused::toString);
    }
  }

  private static Tuple byAuthor() {
    return Tuple.from(Notes.META_DATA.index("by-author").subspaceKey());
  }

  private void saveBeside(byte[] key) {
    try (RecordContext context = test.database.openContext()) {
      RecordStore store =
          context.join(
              RecordStore.open(
                  context, StoredRows.SUBSPACE, Notes.META_DATA, OpenMode.CREATE_OR_OPEN));
      context.set(key, new byte[0]);
      context.join(store.save(Note.newBuilder().setId(1).setAuthor("me").build()));
      context.join(context.commit());
    }
  }
}
