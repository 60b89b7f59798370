package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.embedded.ManualEngine;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A transaction that commits would have read the same had it run when it committed: whatever it
 * read, and however, a write in between that changes the answer makes its commit fail.
 */
class ConflictSoundnessTest {
  private static final int TRIALS = 1500;
  private static final int KEYS = 14;
  private static final byte[] MARK = {'z'};
  private static final List<StreamingMode> MODES =
      List.of(
          StreamingMode.ITERATOR,
          StreamingMode.WANT_ALL,
          StreamingMode.SMALL,
          StreamingMode.MEDIUM,
          StreamingMode.SERIAL);

  /** What a transaction did before it committed; done again it must read the same. */
  private record Reads(
      List<Consumer<Transaction>> writes, List<Function<Transaction, String>> reads) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void changedAnswerFailsTheCommit(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int changed = 0;
    int committed = 0;
    try (ManualEngine engine = ManualEngine.memory()) {
      for (int trial = 0; trial < TRIALS; trial++) {
        boolean withoutOwnWrites = random.nextInt(4) == 0;
        Reads reads = randomReads(random, engine, withoutOwnWrites);
        Transaction transaction = begin(engine, withoutOwnWrites);
        String before = play(reads, transaction);
        engine.write(tr -> randomWrites(random).forEach(write -> write.accept(tr)));
        String after;
        try (Transaction again = begin(engine, withoutOwnWrites)) {
          after = play(reads, again);
        }
        transaction.set(MARK, MARK);
        boolean succeeds = commits(engine, transaction);
        transaction.close();
        changed += before.equals(after) ? 0 : 1;
        committed += succeeds ? 1 : 0;
        assertTrue(
            before.equals(after) || !succeeds,
            "seed " + seed + " trial " + trial + ": read " + before + ", now " + after);
      }
    }
    assertTrue(changed > TRIALS / 20, "too few trials changed an answer: " + changed);
    assertTrue(committed > TRIALS / 20, "too few trials committed: " + committed);
  }

  private static Transaction begin(ManualEngine engine, boolean withoutOwnWrites) {
    Transaction transaction = engine.begin();
    if (withoutOwnWrites) {
      transaction.options().setReadYourWritesDisable();
    }
    return transaction;
  }

  private static boolean commits(ManualEngine engine, Transaction transaction) {
    CompletableFuture<Void> commit = transaction.commit();
    try {
      engine.now(commit);
      return true;
    } catch (CompletionException failure) {
      assertTrue(
          failure.getCause() instanceof FDBException known && known.getCode() == 1020,
          "failed with " + failure.getCause());
      return false;
    }
  }

  /** Own writes first, then reads with more own writes among them. */
  private static String play(Reads reads, Transaction transaction) {
    StringBuilder answers = new StringBuilder();
    for (int i = 0; i < reads.reads().size(); i++) {
      if (i < reads.writes().size()) {
        reads.writes().get(i).accept(transaction);
      }
      answers.append(reads.reads().get(i).apply(transaction)).append("; ");
    }
    return answers.toString();
  }

  private static Reads randomReads(
      SplittableRandom random, ManualEngine engine, boolean withoutOwnWrites) {
    List<Consumer<Transaction>> writes = new ArrayList<>();
    if (random.nextBoolean()) {
      writes.addAll(randomWrites(random));
    }
    List<Function<Transaction, String>> reads = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < Math.max(count, writes.size()); i++) {
      reads.add(randomRead(random, engine));
    }
    return new Reads(withoutOwnWrites ? List.of() : writes, reads);
  }

  private static byte[] key(SplittableRandom random) {
    return new byte[] {'k', (byte) ('a' + random.nextInt(KEYS))};
  }

  private static KeySelector selector(SplittableRandom random) {
    int offset = random.nextInt(3) > 0 ? 1 : random.nextInt(-3, 5);
    return new KeySelector(key(random), random.nextInt(3) == 0, offset);
  }

  private static List<Consumer<Transaction>> randomWrites(SplittableRandom random) {
    List<Consumer<Transaction>> writes = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      byte[] key = key(random);
      byte[] other = key(random);
      byte[] value = new byte[random.nextInt(3) == 0 ? 150 : 1];
      random.nextBytes(value);
      writes.add(
          switch (random.nextInt(5)) {
            case 0, 1 -> tr -> tr.set(key, value);
            case 2 -> tr -> tr.clear(key);
            case 3 -> tr -> tr.mutate(MutationType.ADD, key, value);
            default -> tr -> tr.clear(KeyBytes.least(key, other), KeyBytes.greatest(key, other));
          });
    }
    return writes;
  }

  private static Function<Transaction, String> randomRead(
      SplittableRandom random, ManualEngine engine) {
    if (random.nextInt(6) == 0) {
      byte[] key = key(random);
      return tr -> String.valueOf(ManualEngine.text(engine.now(tr.get(key))));
    }
    KeySelector begin = selector(random);
    if (random.nextInt(4) == 0) {
      return tr -> visible(engine.now(tr.getKey(begin)));
    }
    KeySelector end = selector(random);
    int limit = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(4);
    boolean reverse = random.nextBoolean();
    StreamingMode mode = MODES.get(random.nextInt(MODES.size()));
    int take = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : Integer.MAX_VALUE;
    return tr -> rows(engine, tr.getRange(begin, end, limit, reverse, mode).iterator(), take);
  }

  /** The mark each trial leaves is beyond the keys that are written and read. */
  private static String visible(byte[] key) {
    return KeyBytes.compare(key, MARK) >= 0 ? "beyond" : String.valueOf(ManualEngine.text(key));
  }

  private static String rows(ManualEngine engine, AsyncIterator<KeyValue> iterator, int take) {
    StringBuilder rows = new StringBuilder();
    for (int taken = 0; taken < take && engine.now(iterator.onHasNext()); taken++) {
      KeyValue row = iterator.next();
      if (KeyBytes.isBefore(row.getKey(), MARK)) {
        rows.append(ManualEngine.text(row.getKey())).append('=');
        rows.append(ManualEngine.text(row.getValue())).append(' ');
      }
    }
    iterator.cancel();
    return rows.toString();
  }
}
