package dev.tenure.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.late.time.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An engine on one thread and a clock moved by hand, with short words for what tests do. */
public final class ManualEngine implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final byte[] NO_BYTES = {};

  private final VirtualTime time;
  private final EmbeddedDatabase database;

  private ManualEngine(VirtualTime time, EmbeddedDatabase database) {
    this.time = time;
    this.database = database;
  }

  public static ManualEngine memory() {
    return memory(UnaryOperator.identity());
  }

  public static ManualEngine memory(UnaryOperator<EmbeddedEnvironment.Builder> settings) {
    VirtualTime time = new VirtualTime();
    EmbeddedEnvironment environment = settings.apply(environment(time)).build();
    return new ManualEngine(time, EmbeddedDatabase.memory(environment));
  }

  public static ManualEngine open(Path directory) {
    VirtualTime time = new VirtualTime();
    return new ManualEngine(time, EmbeddedDatabase.open(directory, environment(time).build()));
  }

  /** An environment whose threads and whose clock are the given time. */
  public static EmbeddedEnvironment.Builder environment(VirtualTime time) {
    return EmbeddedEnvironment.builder()
        .clock(time)
        .random(new SplittableRandom(1))
        .commitExecutor(time)
        .executor(time)
        .timer(time);
  }

  public EmbeddedDatabase database() {
    return database;
  }

  public Transaction begin() {
    return database.createTransaction();
  }

  public void pass(Duration duration) {
    time.pass(duration);
  }

  /** What the future gives; time passes until it is done. */
  public <T extends @Nullable Object> T now(CompletableFuture<T> future) {
    if (!time.await(future, PATIENCE)) {
      throw new AssertionError("not done after " + PATIENCE);
    }
    return future.join();
  }

  /** The code the future fails with; time passes until it is done. */
  public int failure(CompletableFuture<?> future) {
    if (!time.await(future, PATIENCE)) {
      throw new AssertionError("not done after " + PATIENCE);
    }
    try {
      Object value = future.join();
      throw new AssertionError("did not fail but gave " + value);
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof FDBException known) {
        return known.getCode();
      }
      throw failure;
    }
  }

  /** Whether the future is done once everything that is ready has run. */
  public boolean isDone(CompletableFuture<?> future) {
    return time.await(future, Duration.ZERO);
  }

  /** Commits a transaction of its own. */
  public void write(Consumer<Transaction> writes) {
    try (Transaction transaction = begin()) {
      writes.accept(transaction);
      now(transaction.commit());
    }
  }

  /** What a transaction of its own reads; null when the key is absent. */
  public @Nullable String read(String key) {
    try (Transaction transaction = begin()) {
      return text(now(transaction.get(bytes(key))));
    }
  }

  public static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  public static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, ISO_8859_1);
  }

  /** A key or value of so many bytes. */
  public static byte[] ofLength(int length) {
    byte[] bytes = length == 0 ? NO_BYTES : new byte[length];
    Arrays.fill(bytes, (byte) 'k');
    return bytes;
  }

  @Override
  public void close() {
    database.close();
  }
}
