package dev.tenure.campaigns.globalindex.histories;

import com.google.protobuf.ByteString;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.settings.OldKeysException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A machine with a clock of its own, on which one client after the other is started. */
final class Client {
  static final KeyDefinitions KEYS =
      KeyDefinitions.of(
          KeyDefinition.alternate(HistoryPlan.UNIQUE), KeyDefinition.shared(HistoryPlan.SHARED));

  /** How far the machine's clock is ahead. */
  Duration ahead = Duration.ZERO;

  /** How fast its monotonic clock runs, in percent. */
  int speed = 100;

  private final HistoryWorld world;
  private final boolean writesWhileDown;
  private @Nullable ShardConnection connection;
  private @Nullable GlobalIndex index;
  private int unfinished;

  Client(HistoryWorld world, boolean writesWhileDown) {
    this.world = world;
    this.writesWhileDown = writesWhileDown;
  }

  /** Begins a start; gives how it ended, which is an error when it has to be tried again. */
  CompletableFuture<GlobalIndex> start(int number) {
    ShardConnection opened = new ShardConnection(world, number);
    GlobalIndexOptions options =
        GlobalIndexOptions.defaults()
            .withWritesWhileDown(writesWhileDown)
            .withCleanersMax(1 + number % 3)
            .withDownFor(Duration.ofMillis(200));
    connection = opened;
    index = null;
    unfinished = 0;
    InstantSource clock = () -> world.time.instant().plus(ahead);
    CompletableFuture<GlobalIndex> starting =
        world.plan.moves().isEmpty()
            ? GlobalIndex.start(opened.shards(), KEYS, clock, opened, options)
            : GlobalIndex.startStored(
                opened.shards(),
                KEYS,
                clock,
                () -> world.time.elapsed().toMillis() * speed / 100,
                opened,
                options);
    return starting.whenComplete(
        (started, error) -> {
          index = started;
          world.trace("start " + number + (error == null ? " done" : " failed: " + error));
          if (error != null) {
            reason(error, "a start");
          }
        });
  }

  boolean isStarted() {
    return index != null;
  }

  /** Ends the process; what it has sent may still arrive. */
  void crash() {
    if (connection != null) {
      world.trace("start " + connection.start + " crashes");
      world.reached.note(unfinished > 0 ? "crash in an operation" : "crash");
      connection.isCrashed = true;
    }
    index = null;
  }

  void slowDown(int factor) {
    if (connection != null) {
      connection.slowness = factor;
    }
  }

  /** Operations under way. */
  int unfinished() {
    return unfinished;
  }

  /** Calls an operation; {@code then} runs at its end, and never when the client crashes before. */
  void run(Call call, Runnable then) {
    if (index == null || connection == null) {
      throw new IllegalStateException("the client is not started");
    }
    if (call.writes()) {
      world.writes(connection.start, call);
    }
    world.trace(connection.start + " calls " + call);
    unfinished++;
    GlobalIndex started = index;
    switch (call.kind) {
      case CREATE -> ended(call, started.create(pk(call), content(call)), Client::one, then);
      case UPDATE ->
          ended(
              call,
              call.by
                  .map(key -> started.update(key, pdr -> content(call)))
                  .orElseGet(() -> started.update(pk(call), pdr -> content(call))),
              Client::one,
              then);
      case REPAIR -> ended(call, started.repair(pk(call)), Client::one, then);
      case DELETE ->
          ended(
              call,
              call.by.map(started::delete).orElseGet(() -> started.delete(pk(call))),
              (ended, deleted) -> ended.deleted = deleted,
              then);
      case READ ->
          ended(
              call,
              call.by.map(started::read).orElseGet(() -> started.read(pk(call))),
              (ended, found) -> ended.found = found.map(SeenRecord::of).stream().toList(),
              then);
      case READ_ALL ->
          ended(
              call,
              started.readAll(call.by.orElseThrow()),
              (ended, found) -> ended.found = found.stream().map(SeenRecord::of).toList(),
              then);
    }
  }

  private static void one(Call call, DataRecord record) {
    call.found = List.of(SeenRecord.of(record));
  }

  private static PrimaryKey pk(Call call) {
    return new PrimaryKey(call.pk);
  }

  private static Content content(Call call) {
    return new Content(call.keys, ByteString.copyFromUtf8(call.value));
  }

  private <T> void ended(
      Call call, CompletableFuture<T> operation, BiConsumer<Call, T> result, Runnable then) {
    ShardConnection own = connection;
    var unused =
        operation.whenComplete(
            (value, error) -> {
              if (own == connection) {
                unfinished--;
              }
              call.end = world.tick();
              if (error == null) {
                result.accept(call, value);
                world.reached.note(call.kind + " done");
              } else {
                call.isTooLate = OldKeysException.within(error) instanceof OldKeysException;
                call.failure = reason(error, call.toString()).orElse(Reason.OUTCOME_UNKNOWN);
                world.reached.note(call.failure.toString());
              }
              if (call.failure != null && !call.isUnknown() && call.effect != Long.MAX_VALUE) {
                world.violation("outcome: an operation failed that had taken effect: " + call);
              }
              world.trace("ended " + call);
              then.run();
            });
  }

  private Optional<Reason> reason(Throwable error, String operation) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    if (plain instanceof GlobalIndexException own) {
      return Optional.of(own.reason());
    }
    if (plain instanceof OldKeysException old && old.retryable()) {
      world.reached.note("lease is over");
      return Optional.of(Reason.CONFLICT);
    }
    world.violation("an error without a type: " + operation + " gives " + plain);
    return Optional.empty();
  }
}
