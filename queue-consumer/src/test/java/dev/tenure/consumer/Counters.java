package dev.tenure.consumer;

import com.apple.foundationdb.MutationType;
import dev.tenure.queue.cluster.TenantTransaction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Counters in a tenant's own data, beside its record store: what effects of tests change. */
final class Counters {
  private static final byte[] ONE = {1, 0, 0, 0, 0, 0, 0, 0};

  private Counters() {}

  /** An effect that adds one, without reading. */
  static Effects add(String name) {
    return transaction -> {
      transaction.context().mutate(MutationType.ADD, key(transaction, name), ONE);
      return CompletableFuture.completedFuture(null);
    };
  }

  /** An effect that reads the counter and writes one more: it conflicts with others. */
  static Effects readAndAdd(String name) {
    return transaction ->
        transaction
            .context()
            .transaction()
            .get(key(transaction, name))
            .thenAccept(
                value ->
                    transaction
                        .context()
                        .set(
                            key(transaction, name),
                            ByteBuffer.allocate(Long.BYTES)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .putLong(number(value) + 1)
                                .array()));
  }

  static CompletableFuture<Long> read(TenantTransaction transaction, String name) {
    return transaction
        .context()
        .transaction()
        .get(key(transaction, name))
        .thenApply(Counters::number);
  }

  private static long number(byte @Nullable [] value) {
    return value == null ? 0 : ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static byte[] key(TenantTransaction transaction, String name) {
    return ("counter/" + transaction.tenant() + "/" + name).getBytes(StandardCharsets.UTF_8);
  }
}
