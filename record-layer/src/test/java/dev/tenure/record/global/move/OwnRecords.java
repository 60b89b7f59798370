package dev.tenure.record.global.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.settings.OldKeysException;
import dev.tenure.record.global.upkeep.LateShards;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A client that alone writes some records, and knows after each operation what each of them is. The
 * alternate keys are shared by all clients.
 */
final class OwnRecords {
  private static final int RECORDS = 4;

  private final String name;
  private final GlobalIndex client;
  private final Random random;
  private final int emails;
  private final IntFunction<CompletableFuture<Void>> pause;
  private final TreeMap<PrimaryKey, DataRecord> known = new TreeMap<>();
  private int number;
  boolean isOver;
  int done;
  int refused;
  int expired;

  /**
   * @param emails how many alternate keys there are
   * @param pause passes some milliseconds
   */
  OwnRecords(
      String name,
      GlobalIndex client,
      Random random,
      int emails,
      IntFunction<CompletableFuture<Void>> pause) {
    this.name = name;
    this.client = client;
    this.random = random;
    this.emails = emails;
    this.pause = pause;
  }

  CompletableFuture<Void> run() {
    return AsyncLoop.whileTrue(
        () ->
            operation(new PrimaryKey(name + random.nextInt(RECORDS)))
                .handle(
                    (ended, error) -> {
                      count(error);
                      return null;
                    })
                .thenCompose(counted -> pause.apply(1 + random.nextInt(100)))
                .thenApply(paused -> !isOver));
  }

  Map<PrimaryKey, DataRecord> known() {
    return known;
  }

  private CompletableFuture<?> operation(PrimaryKey pk) {
    Optional<DataRecord> own = Optional.ofNullable(known.get(pk));
    return switch (random.nextInt(6)) {
      case 0 ->
          client
              .delete(pk)
              .thenAccept(
                  deleted -> {
                    assertEquals(own.isPresent(), deleted, () -> pk + " deleted");
                    known.remove(pk);
                  });
      case 1 -> client.read(pk).thenAccept(read -> assertEquals(content(own), content(read)));
      case 2 -> {
        Optional<SecondaryKey> key = own.flatMap(each -> each.keys().stream().findFirst());
        yield key.isEmpty()
            ? client.read(email()).thenAccept(read -> {})
            : client.read(key.get()).thenAccept(read -> assertEquals(content(own), content(read)));
      }
      default ->
          (own.isPresent()
                  ? client.update(pk, stored -> content(own, stored))
                  : client.create(pk, next()))
              .thenAccept(written -> known.put(pk, written));
    };
  }

  private Content content(Optional<DataRecord> own, DataRecord stored) {
    assertEquals(content(own), content(Optional.of(stored)));
    return next();
  }

  private Content next() {
    String value = name + "-" + number++;
    return random.nextInt(5) == 0 ? LateShards.content(value) : LateShards.content(value, email());
  }

  private SecondaryKey email() {
    return new SecondaryKey("email", "e" + random.nextInt(emails));
  }

  /** A move gives a record another version, and nothing else. */
  private static Optional<Content> content(Optional<DataRecord> record) {
    return record.map(Content::of);
  }

  private void count(@Nullable Throwable error) {
    if (error == null) {
      done++;
      return;
    }
    Throwable plain = OldKeysException.within(FdbErrorPredicates.unwrap(error));
    if (plain instanceof OldKeysException) {
      expired++;
    } else if (plain instanceof GlobalIndexException own) {
      refused++;
      assertTrue(
          own.reason() != Reason.RECORD_EXISTS && own.reason() != Reason.RECORD_ABSENT,
          own.toString());
    } else {
      throw new AssertionError("an error that no operation may give", plain);
    }
  }
}
