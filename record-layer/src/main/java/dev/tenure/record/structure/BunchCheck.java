package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The result of checking bunches.
 *
 * @param bunches the number of bunches read
 * @param entries the number of entries in the bunches that could be decoded
 * @param problems each fault with its key; empty when there is none
 * @param next the position at which a further check continues; empty at the end
 */
public record BunchCheck(long bunches, long entries, List<String> problems, Optional<byte[]> next) {
  public BunchCheck {
    problems = List.copyOf(problems);
  }

  static CompletableFuture<BunchCheck> run(
      ReadTransaction reader, BunchPlace place, byte[] from, int bunchesMax) {
    if (bunchesMax < 2) {
      throw new IllegalArgumentException(
          "check of " + bunchesMax + " bunches at once, the least is 2");
    }
    byte[] end = BunchPlace.behindAll(new byte[0]);
    return reader
        .getRange(place.key(from), place.key(end), bunchesMax, false, StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> check(place, rows, bunchesMax));
  }

  /** The last bunch of a full slice is read again, as what is before the next ones. */
  private static BunchCheck check(BunchPlace place, List<KeyValue> rows, int bunchesMax) {
    boolean more = rows.size() == bunchesMax;
    List<KeyValue> counted = more ? rows.subList(0, rows.size() - 1) : rows;
    List<String> problems = new ArrayList<>();
    long entries = 0;
    byte[] last = new byte[0];
    for (KeyValue row : rows) {
      byte[] key = place.below(row.getKey());
      if (Arrays.compareUnsigned(last, key) >= 0) {
        problems.add(
            place
                .damaged(key, "begins before the end of the one before it, " + printable(last))
                .getMessage());
      }
      try {
        List<BunchedEntry> all = BunchCodec.decode(place, key, row.getValue());
        last = all.get(all.size() - 1).key();
        entries += counted.contains(row) ? all.size() : 0;
      } catch (RecordLayerException e) {
        last = key;
        problems.add(e.getMessage());
      }
    }
    Optional<byte[]> next =
        more ? Optional.of(place.below(rows.get(rows.size() - 1).getKey())) : Optional.empty();
    return new BunchCheck(counted.size(), entries, problems, next);
  }

  private static String printable(byte[] key) {
    return ByteArrayUtil.printable(key);
  }
}
