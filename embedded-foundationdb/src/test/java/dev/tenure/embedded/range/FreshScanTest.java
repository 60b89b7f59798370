package dev.tenure.embedded.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.embedded.commit.VersionedReader;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageSnapshot;
import dev.tenure.embedded.write.KeyLimits;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way of reading a range gives what the long way gives, batch by batch. */
class FreshScanTest {
  private static final int RANGES = 500;
  private static final int KEYS = 60;
  private static final List<StreamingMode> MODES = List.of(StreamingMode.values());

  /** Rows of a storage, at whatever version. */
  private record Rows(StorageSnapshot snapshot) implements VersionedReader {
    @Override
    public byte @Nullable [] get(byte[] key) {
      return snapshot.get(key);
    }

    @Override
    public List<KeyValue> range(byte[] begin, byte[] end, boolean reverse, int rows, int bytes) {
      return snapshot.range(begin, end, reverse, rows, bytes);
    }

    @Override
    public long estimateBytes(byte[] begin, byte[] end) {
      return 0;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void itGivesWhatTheOtherScansGive(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int fitting = 0;
    try (MemoryStorage storage = new MemoryStorage()) {
      fill(storage, random);
      try (StorageSnapshot snapshot = storage.snapshot()) {
        StoredRanges stored = new StoredRanges(new Rows(snapshot));
        KnownRows known = new KnownRows();
        for (int i = 0; i < RANGES; i++) {
          known = random.nextInt(4) == 0 ? new KnownRows() : known;
          fitting += compare(stored, known, random, "seed " + seed + " range " + i);
        }
      }
    }
    assertTrue(fitting > RANGES / 10, fitting + " of the ranges went the short way");
  }

  private static void fill(MemoryStorage storage, SplittableRandom random) {
    StorageBatch batch = storage.newBatch();
    for (int i = 0; i < KEYS; i += 1 + random.nextInt(3)) {
      batch.put(key(i), new byte[random.nextInt(8) == 0 ? 30_000 : random.nextInt(300)]);
    }
    storage.apply(batch, false);
  }

  private static byte[] key(int number) {
    return new byte[] {'k', (byte) number};
  }

  /** Reads a range both ways from what is known before; 1 if the short way was open. */
  private static int compare(
      StoredRanges stored, KnownRows known, SplittableRandom random, String where) {
    int from = random.nextInt(KEYS);
    Selector begin = Selector.firstAtOrAfter(key(from));
    Selector end = Selector.firstAtOrAfter(key(from + random.nextInt(KEYS)));
    StreamingMode mode = MODES.get(random.nextInt(MODES.size()));
    int rows = random.nextBoolean() || mode == StreamingMode.EXACT ? 1 + random.nextInt(20) : 0;
    int iteration = 1 + random.nextInt(3);
    boolean reverse = random.nextBoolean();
    ReadView view = new ReadView(stored, known, null, KeyLimits.USER_END);
    RangeLimits limits = RangeLimits.ofBatch(rows, mode, iteration);
    KnownRows before = known.copy();
    ReadView longWay = new ReadView(stored, before, null, KeyLimits.USER_END);
    RangeBatch batch = FreshScan.run(view, begin, end, limits.copy(), reverse);
    if (batch == null || !KeyBytes.isBefore(begin.key, end.key)) {
      return 0;
    }
    RangeBatch expected =
        reverse
            ? new BackwardScan(longWay, begin.copy(), end.copy(), limits).run()
            : new ForwardScan(longWay, begin.copy(), end.copy(), limits).run();
    assertEquals(text(expected), text(batch), where);
    return 1;
  }

  private static String text(RangeBatch batch) {
    String keys =
        batch.rows().stream()
            .map(row -> ByteArrayUtil.printable(row.getKey()))
            .collect(Collectors.joining(" "));
    return keys + " " + batch.more() + " " + batch.reachedBegin() + " " + batch.reachedEnd();
  }
}
