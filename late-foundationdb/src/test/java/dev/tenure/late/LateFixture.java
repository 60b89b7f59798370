package dev.tenure.late;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.late.time.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A late database on a fake cluster and a clock moved by hand. */
final class LateFixture {
  static final long SEED = 22;
  static final Duration LONG = Duration.ofHours(1);

  final VirtualTime time = new VirtualTime();
  final FakeCluster cluster = new FakeCluster();
  final LateDatabase database;

  LateFixture(LateOptions options) {
    database = LateDatabase.of(cluster.database(), options, new LateEnvironment(time, time, time));
  }

  /** Nothing is late by itself. */
  static LateFixture punctual() {
    return new LateFixture(LateOptions.punctual(SEED));
  }

  Transaction begin() {
    return database.createTransaction();
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Lets all come that comes by itself. */
  void passLong() {
    time.pass(LONG);
  }

  void assertOpen(CompletableFuture<?> future) {
    passLong();
    assertFalse(future.isDone(), "it was answered");
  }

  /** The code that the future has failed with. */
  int codeOf(CompletableFuture<?> future) {
    time.runReady();
    assertTrue(future.isDone(), "it was not answered");
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
}
