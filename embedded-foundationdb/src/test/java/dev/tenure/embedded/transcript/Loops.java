package dev.tenure.embedded.transcript;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The retry loops of a transcript; they block the thread they run on. */
final class Loops {
  private final TranscriptStage stage;
  private final TranscriptNotation notation;

  Loops(TranscriptStage stage, TranscriptNotation notation) {
    this.stage = stage;
    this.notation = notation;
  }

  TranscriptOutcome run(TranscriptStep step, @Nullable Transaction own) {
    AtomicInteger attempts = new AtomicInteger();
    TranscriptOutcome outcome;
    try {
      outcome = TranscriptOutcome.ofBytes("value", value(step, own, attempts));
    } catch (RuntimeException failure) {
      outcome = TranscriptOutcome.ofFailure(failure);
    }
    return outcome.with("attempts", (long) attempts.get());
  }

  private byte @Nullable [] value(
      TranscriptStep step, @Nullable Transaction own, AtomicInteger attempts) {
    return switch (step.text("via")) {
      case "db.run" -> stage.database().run(tr -> body(step, tr, tr, attempts));
      case "db.runAsync" -> stage.database().runAsync(tr -> later(step, tr, tr, attempts)).join();
      case "db.read" -> stage.database().read(tr -> body(step, tr, null, attempts));
      case "db.readAsync" ->
          stage.database().readAsync(tr -> later(step, tr, null, attempts)).join();
      case "tr.run" -> required(own, step).run(tr -> body(step, tr, tr, attempts));
      case "tr.runAsync" ->
          required(own, step).runAsync(tr -> later(step, tr, tr, attempts)).join();
      default -> throw new IllegalArgumentException("unknown loop in " + step);
    };
  }

  private static Transaction required(@Nullable Transaction transaction, TranscriptStep step) {
    if (transaction == null) {
      throw new IllegalArgumentException("step without a transaction: " + step);
    }
    return transaction;
  }

  private CompletableFuture<byte[]> later(
      TranscriptStep step,
      ReadTransaction reads,
      @Nullable Transaction writes,
      AtomicInteger attempts) {
    try {
      return CompletableFuture.completedFuture(body(step, reads, writes, attempts));
    } catch (RuntimeException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private byte @Nullable [] body(
      TranscriptStep step,
      ReadTransaction reads,
      @Nullable Transaction writes,
      AtomicInteger attempts) {
    int attempt = attempts.getAndIncrement();
    if (step.has("retryLimit")) {
      reads.options().setRetryLimit(step.number("retryLimit", 0));
    }
    if (step.has("timeout")) {
      reads.options().setTimeout(step.number("timeout", 0));
    }
    byte[] key = notation.decode(step.text("key"));
    byte[] read = readNow(reads, key);
    if (attempt < step.number("interfere", 0)) {
      byte[] other = ("other" + attempt).getBytes(StandardCharsets.US_ASCII);
      stage
          .database()
          .run(
              tr -> {
                tr.set(key, other);
                return true;
              });
    }
    if (attempt < step.number("throwTimes", 0)) {
      int code = (int) step.number("code", 0);
      throw code == 0
          ? new IllegalArgumentException("thrown by the body")
          : new FDBException("thrown by the body", code);
    }
    if (step.has("value") && writes != null) {
      writes.set(key, notation.decode(step.text("value")));
    }
    return read;
  }

  private static byte @Nullable [] readNow(ReadTransaction reads, byte[] key) {
    try {
      return reads.get(key).join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure;
    }
  }
}
