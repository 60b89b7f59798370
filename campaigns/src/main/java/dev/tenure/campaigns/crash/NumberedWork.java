package dev.tenure.campaigns.crash;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * Commits the numbered transactions of {@link NumberedRows}. Each client commits its own in their order.
 */
final class NumberedWork {
  private final Database database;

  NumberedWork(Database database) {
    this.database = database;
  }

  /**
   * The number of the client's last commit.
   */
  CompletableFuture<Long> head(int client) {
    return database.readAsync(
        transaction -> transaction.get(NumberedRows.head(client)).thenApply(NumberedRows::number));
  }

  /**
   * Commits the next transaction of the client.
   *
   * @param risky whether it may be acknowledged before it is synced
   */
  CompletableFuture<Acknowledgement> commit(int client, long number, boolean risky) {
    return database
        .runAsync(
            transaction -> {
              if (risky) {
                transaction.options().setDurabilityRisky();
              }
              CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
              return write(transaction, client, number)
                  .thenCompose(written -> transaction.getReadVersion())
                  .thenApply(readVersion -> new Committing(readVersion, stamp));
            })
        .thenCompose(
            committed ->
                committed.stamp.thenApply(
                    stamp ->
                        new Acknowledgement(
                            client,
                            number,
                            risky,
                            committed.readVersion,
                            NumberedRows.version(stamp))));
  }

  private record Committing(long readVersion, CompletableFuture<byte[]> stamp) {}

  private static CompletableFuture<Void> write(Transaction transaction, int client, long number) {
    return transaction
        .get(NumberedRows.head(client))
        .thenCompose(
            head -> {
              long last = NumberedRows.number(head);
              CrashViolation.require(
                  last == number - 1,
                  "client %d is at %d before it commits %d".formatted(client, last, number));
              writeOwn(transaction, client, number);
              return clearOld(transaction, client, number - NumberedRows.KEPT);
            })
        .thenCompose(cleared -> writeShared(transaction, client, number));
  }

  private static void writeOwn(Transaction transaction, int client, long number) {
    transaction.set(NumberedRows.head(client), NumberedRows.packed(number));
    for (KeyValue row : NumberedRows.rows(client, number)) {
      transaction.set(row.getKey(), row.getValue());
    }
    byte[] stampAndItsPlace = new byte[NumberedRows.STAMP_BYTES + Integer.BYTES];
    transaction.mutate(
        MutationType.SET_VERSIONSTAMPED_VALUE,
        NumberedRows.stamp(client, number),
        stampAndItsPlace);
    int place = NumberedRows.LOG.length;
    byte[] inLog = Arrays.copyOf(NumberedRows.LOG, place + stampAndItsPlace.length);
    inLog[place + NumberedRows.STAMP_BYTES] = (byte) place;
    transaction.mutate(
        MutationType.SET_VERSIONSTAMPED_KEY, inLog, NumberedRows.name(client, number));
    transaction.mutate(MutationType.ADD, NumberedRows.TOTAL, NumberedRows.packed(1));
  }

  private static CompletableFuture<Void> clearOld(Transaction transaction, int client, long old) {
    if (old < 1) {
      return CompletableFuture.completedFuture(null);
    }
    transaction.clear(NumberedRows.rowsOf(client, old).range());
    byte[] stampKey = NumberedRows.stamp(client, old);
    return transaction
        .get(stampKey)
        .thenAccept(
            stamp -> {
              transaction.clear(NumberedRows.inLog(stamp));
              transaction.clear(stampKey);
            });
  }

  private static CompletableFuture<Void> writeShared(
      Transaction transaction, int client, long number) {
    if (!NumberedRows.isShared(client, number)) {
      return CompletableFuture.completedFuture(null);
    }
    return transaction
        .get(NumberedRows.SHARED)
        .thenAccept(
            count ->
                transaction.set(
                    NumberedRows.SHARED, NumberedRows.packed(NumberedRows.number(count) + 1)));
  }
}
