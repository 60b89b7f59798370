package dev.tenure.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/**
 * The engine under test, and short methods that use it. The methods block, as the code of a test may.
 */
public interface EngineFixture {

  /**
   * The engine under test; the same one for the whole test.
   */
  Database database();

  /**
   * The prefix of all keys of the suite.
   */
  byte[] prefix();

  default byte[] key(String name) {
    return ByteArrayUtil.join(prefix(), name.getBytes(UTF_8));
  }

  default Range all() {
    return Range.startsWith(prefix());
  }

  default byte[] value(String text) {
    return text.getBytes(UTF_8);
  }

  /**
   * A number in the form that atomic operations take: eight bytes, the lowest first.
   */
  default byte[] number(long number) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
  }

  default Transaction begin() {
    return database().createTransaction();
  }

  /**
   * Commits the writes in a new transaction.
   */
  default void write(Consumer<Transaction> writes) {
    try (Transaction transaction = begin()) {
      writes.accept(transaction);
      transaction.commit().join();
    }
  }

  /**
   * Sets the key of each name to the name.
   */
  default void store(String... names) {
    write(
        transaction -> {
          for (String name : names) {
            transaction.set(key(name), value(name));
          }
        });
  }

  /**
   * Reads in a new transaction.
   */
  default <T extends @Nullable Object> T read(Function<Transaction, T> reads) {
    try (Transaction transaction = begin()) {
      return reads.apply(transaction);
    }
  }

  default @Nullable String stored(String name) {
    return read(transaction -> text(transaction.get(key(name)).join()));
  }

  default @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  /**
   * The names of rows: their keys without the prefix.
   */
  default List<String> names(List<KeyValue> rows) {
    return rows.stream().map(row -> name(row.getKey())).toList();
  }

  default String name(byte[] key) {
    return new String(key, prefix().length, key.length - prefix().length, UTF_8);
  }

  /** The code of the FoundationDB error that {@code action} must end with. */
  default int codeOf(Executable action) {
    Throwable thrown = assertThrows(Throwable.class, action);
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (cause instanceof FDBException failure) {
      return failure.getCode();
    }
    throw new AssertionError("an FDBException was expected", thrown);
  }
}
