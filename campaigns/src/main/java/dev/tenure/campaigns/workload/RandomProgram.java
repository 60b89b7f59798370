package dev.tenure.campaigns.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterator;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * The body of a transaction, drawn at random: reads of keys, ranges and selectors, plain and by snapshot; writes of all kinds; writes that depend on reads. The keys are few and lie below a prefix. Used by one thread at a time.
 */
public final class RandomProgram {
  private static final int KEYS = 16;
  private static final int STEPS_MAX = 7;

  /**
   * Transactions that read by selectors do not use the last one.
   */
  private static final List<MutationType> ATOMICS =
      List.of(
          MutationType.ADD,
          MutationType.BIT_AND,
          MutationType.BIT_OR,
          MutationType.BIT_XOR,
          MutationType.MAX,
          MutationType.MIN,
          MutationType.BYTE_MAX,
          MutationType.BYTE_MIN,
          MutationType.APPEND_IF_FITS,
          MutationType.COMPARE_AND_CLEAR);

  private final byte[] prefix;
  private final RandomGenerator random;

  /**
   * Whether the transaction reads by selectors. Otherwise it may compare and clear. Not both: a selector counts a key that its own transaction compared and cleared.
   */
  private boolean selects;

  public RandomProgram(byte[] prefix, RandomGenerator random) {
    this.prefix = prefix.clone();
    this.random = random;
  }

  /**
   * The range of all keys of the program.
   */
  public Range range() {
    return Range.startsWith(prefix);
  }

  /**
   * Draws some steps and runs them one after the other.
   *
   * @return fails with the error of the first step that fails
   */
  public CompletableFuture<Void> run(Transaction transaction) {
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    selects = random.nextBoolean();
    int steps = 1 + random.nextInt(STEPS_MAX);
    for (int step = 0; step < steps; step++) {
      chain = chain.thenCompose(done -> step(transaction));
    }
    return chain;
  }

  private CompletableFuture<Void> step(Transaction transaction) {
    ReadTransaction reads = random.nextInt(4) == 0 ? transaction.snapshot() : transaction;
    return switch (random.nextInt(12)) {
      case 0, 1 -> done(reads.get(key()));
      case 2 -> done(selects ? reads.getKey(selector()) : reads.get(key()));
      case 3, 4 -> range(reads);
      case 5, 6, 7 -> derive(transaction, reads);
      default -> {
        write(transaction);
        yield done(CompletableFuture.completedFuture(null));
      }
    };
  }

  private void write(Transaction transaction) {
    switch (random.nextInt(8)) {
      case 0, 1 -> transaction.set(key(), number());
      case 2 -> transaction.clear(key());
      case 3 -> {
        Range cleared = anyRange();
        transaction.clear(cleared);
      }
      case 4 ->
          transaction.mutate(
              MutationType.SET_VERSIONSTAMPED_VALUE, key(), withPlace(new byte[10], 0));
      case 5 -> {
        byte[] key = ByteArrayUtil.join(key(), new byte[10]);
        int place = key.length - 10;
        transaction.mutate(MutationType.SET_VERSIONSTAMPED_KEY, withPlace(key, place), number());
      }
      default -> transaction.mutate(atomic(), key(), number());
    }
  }

  private MutationType atomic() {
    int choices = selects ? ATOMICS.size() - 1 : ATOMICS.size();
    return ATOMICS.get(random.nextInt(choices));
  }

  /**
   * Writes a value that depends on a read, as lost updates and write skew need it.
   */
  private CompletableFuture<Void> derive(Transaction transaction, ReadTransaction reads) {
    byte[] from = key();
    byte[] to = random.nextBoolean() ? from : key();
    return reads
        .get(from)
        .thenAccept(
            value ->
                transaction.set(
                    to, value == null ? number() : ByteArrayUtil.join(tail(value), from)));
  }

  /**
   * A short value that names the value it was made of.
   */
  private static byte[] tail(byte[] value) {
    return Arrays.copyOf(value, Math.min(value.length, 4));
  }

  private CompletableFuture<Void> range(ReadTransaction reads) {
    boolean exact = random.nextInt(8) == 0;
    int limit = exact || random.nextBoolean() ? 1 + random.nextInt(6) : 0;
    List<StreamingMode> modes =
        List.of(
            StreamingMode.ITERATOR,
            StreamingMode.WANT_ALL,
            StreamingMode.SMALL,
            StreamingMode.LARGE);
    StreamingMode mode = exact ? StreamingMode.EXACT : modes.get(random.nextInt(modes.size()));
    Range range = anyRange();
    boolean reverse = random.nextBoolean();
    var rows =
        selects && random.nextBoolean()
            ? reads.getRange(selector(), selector(), limit, reverse, mode)
            : reads.getRange(range, limit, reverse, mode);
    return random.nextBoolean() ? done(rows.asList()) : some(rows.iterator(), random.nextInt(8));
  }

  private CompletableFuture<Void> some(AsyncIterator<KeyValue> rows, int most) {
    return rows.onHasNext()
        .thenCompose(
            isMore -> {
              if (!isMore || most == 0) {
                rows.cancel();
                return CompletableFuture.completedFuture(null);
              }
              rows.next();
              return some(rows, most - 1);
            });
  }

  private KeySelector selector() {
    // Near the middle of the keys, so that the selector resolves to one of them.
    byte[] key = key(KEYS / 4 + random.nextInt(KEYS / 2));
    return new KeySelector(key, random.nextBoolean(), random.nextInt(-1, 3));
  }

  private Range anyRange() {
    int begin = random.nextInt(KEYS);
    return new Range(key(begin), key(begin + 1 + random.nextInt(KEYS / 2)));
  }

  private byte[] key() {
    return key(Math.min(random.nextInt(KEYS), random.nextInt(KEYS)));
  }

  private byte[] key(int number) {
    return ByteArrayUtil.join(prefix, "%02d".formatted(number).getBytes(US_ASCII));
  }

  private byte[] number() {
    return ByteBuffer.allocate(Integer.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(random.nextInt())
        .array();
  }

  private static byte[] withPlace(byte[] template, int place) {
    return ByteBuffer.allocate(template.length + Integer.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(template)
        .putInt(place)
        .array();
  }

  private static CompletableFuture<Void> done(CompletableFuture<?> read) {
    return read.thenAccept(value -> {});
  }
}
