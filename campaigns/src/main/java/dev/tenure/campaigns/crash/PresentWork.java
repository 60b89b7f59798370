package dev.tenure.campaigns.crash;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The numbered transactions that a database holds. Each is whole, and there are no other rows.
 *
 * @param readVersion the version at which the rows were read
 * @param heads the last number of each client
 * @param versions the commit versions of each client's last numbers, the newest last
 */
record PresentWork(long readVersion, List<Long> heads, List<List<Long>> versions) {

  /**
   * Reads all rows.
   *
   * @return fails with a {@link CrashViolation} when a transaction is there in part, or a row belongs to none
   */
  static CompletableFuture<PresentWork> read(Database database, int clients) {
    return database.readAsync(
        transaction ->
            transaction
                .getReadVersion()
                .thenCompose(
                    version ->
                        transaction
                            .getRange(new byte[0], new byte[] {(byte) 0xff})
                            .asList()
                            .thenApply(rows -> new Reader(rows).read(version, clients))));
  }

  /**
   * The commit version of one of the client's last transactions; empty for any other.
   */
  OptionalLong version(int client, long number) {
    List<Long> last = versions.get(client);
    long place = number - 1 - (heads.get(client) - last.size());
    return place >= 0 && place < last.size()
        ? OptionalLong.of(last.get((int) place))
        : OptionalLong.empty();
  }

  /**
   * Takes the rows of one transaction after the other out of all rows.
   */
  private static final class Reader {
    private final NavigableMap<byte[], byte[]> left = new TreeMap<>(Arrays::compareUnsigned);
    private long shared;

    Reader(List<KeyValue> rows) {
      rows.forEach(row -> left.put(row.getKey(), row.getValue()));
    }

    PresentWork read(long version, int clients) {
      List<Long> heads = new ArrayList<>();
      List<List<Long>> versions = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        long head = NumberedRows.number(take(NumberedRows.head(client)));
        heads.add(head);
        versions.add(readClient(client, head));
      }
      long total = heads.stream().mapToLong(Long::longValue).sum();
      requireNumber(NumberedRows.TOTAL, total);
      requireNumber(NumberedRows.SHARED, shared);
      if (!left.isEmpty()) {
        throw new CrashViolation("row " + text(left.firstKey()) + " should not be there");
      }
      return new PresentWork(version, heads, versions);
    }

    private List<Long> readClient(int client, long head) {
      List<Long> versions = new ArrayList<>();
      for (long number = 1; number <= head; number++) {
        shared += NumberedRows.isShared(client, number) ? 1 : 0;
      }
      for (long number = Math.max(1, head - NumberedRows.KEPT + 1); number <= head; number++) {
        for (KeyValue row : NumberedRows.rows(client, number)) {
          requireRow(row.getKey(), row.getValue());
        }
        byte[] stamp = take(NumberedRows.stamp(client, number));
        if (stamp == null) {
          throw new CrashViolation("transaction " + client + "/" + number + " has no stamp");
        }
        requireRow(NumberedRows.inLog(stamp), NumberedRows.name(client, number));
        versions.add(NumberedRows.version(stamp));
      }
      return versions;
    }

    private void requireNumber(byte[] key, long expected) {
      long found = NumberedRows.number(take(key));
      CrashViolation.require(
          found == expected, "row %s is %d, not %d".formatted(text(key), found, expected));
    }

    private void requireRow(byte[] key, byte[] value) {
      byte[] found = take(key);
      CrashViolation.require(found != null, "row " + text(key) + " is missing");
      CrashViolation.require(Arrays.equals(found, value), "row " + text(key) + " is another");
    }

    private byte @Nullable [] take(byte[] key) {
      return left.remove(key);
    }

    private static String text(byte[] key) {
      boolean inLog =
          Arrays.equals(
              key,
              0,
              Math.min(key.length, NumberedRows.LOG.length),
              NumberedRows.LOG,
              0,
              NumberedRows.LOG.length);
      return inLog ? "of the log" : Tuple.fromBytes(key).toString();
    }
  }
}
