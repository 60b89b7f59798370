package dev.tenure.record.global.keys;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkPosition;
import dev.tenure.record.global.upkeep.WalkProgress;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites every record, whether its keys change or not, and deletes dummies. Each operation that
 * read a record before it was rewritten therefore fails.
 */
final class RecordPass {
  private static final int ATTEMPTS = 16;

  private final String name;
  private final @Nullable Function<DataRecord, Set<SecondaryKey>> derive;
  private final AtomicLong changed = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private volatile @Nullable WalkPosition front;

  private RecordPass(String name, @Nullable Function<DataRecord, Set<SecondaryKey>> derive) {
    this.name = name;
    this.derive = derive;
  }

  /** Gives keys to the records that have none of the name. */
  static RecordPass giving(String name, Function<DataRecord, Set<SecondaryKey>> derive) {
    return new RecordPass(name, derive);
  }

  /** Removes all keys of the name from the records. */
  static RecordPass taking(String name) {
    return new RecordPass(name, null);
  }

  CompletableFuture<Void> visit(Protocol protocol, DataRecord record) {
    return visit(protocol, record, ATTEMPTS);
  }

  private CompletableFuture<Void> visit(Protocol protocol, DataRecord record, int attempts) {
    return rewrite(protocol, record)
        .exceptionallyCompose(
            error -> {
              Optional<Reason> reason = Upkeep.reason(error);
              if (reason.equals(Optional.of(Reason.KEY_TAKEN))) {
                refused.incrementAndGet();
                return CompletableFuture.completedFuture(null);
              }
              if (!reason.equals(Optional.of(Reason.CONFLICT)) || attempts == 1) {
                return CompletableFuture.failedFuture(error);
              }
              return protocol
                  .steps()
                  .readData(record.key())
                  .thenCompose(
                      again ->
                          again.isEmpty()
                              ? CompletableFuture.completedFuture(null)
                              : visit(protocol, again.get(), attempts - 1));
            });
  }

  private CompletableFuture<Void> rewrite(Protocol protocol, DataRecord pdr) {
    if (pdr.isDummy()) {
      return Upkeep.written(protocol.shards().dataOf(pdr.key()), ConditionalWrite.delete(pdr));
    }
    Set<SecondaryKey> keys = new TreeSet<>(pdr.keys());
    boolean hasKey = keys.stream().anyMatch(key -> key.name().equals(name));
    if (derive == null) {
      keys.removeIf(key -> key.name().equals(name));
      return protocol.keep(pdr, keys).thenAccept(written -> count(hasKey));
    }
    if (!hasKey) {
      keys.addAll(derived(derive.apply(pdr)));
    }
    boolean gains = keys.size() > pdr.keys().size();
    return protocol
        .writer()
        .update(pdr, new Content(keys, pdr.value()))
        .thenAccept(written -> count(gains));
  }

  private Set<SecondaryKey> derived(Set<SecondaryKey> keys) {
    for (SecondaryKey each : keys) {
      if (!each.name().equals(name)) {
        throw new IllegalArgumentException(
            "the derived key has the name " + each.name() + ", expected " + name);
      }
    }
    return keys;
  }

  void count(boolean isChanged) {
    if (isChanged) {
      changed.incrementAndGet();
    }
  }

  /**
   * A listener that passes progress on, with positions that stay before the page with the first
   * refused record.
   */
  Consumer<WalkProgress> stayingInFront(
      Consumer<WalkProgress> listener, Optional<WalkPosition> from) {
    return page -> {
      WalkPosition at = page.position();
      WalkPosition stays = front;
      if (refused.get() == 0) {
        stays = at;
      } else if (stays == null) {
        stays = from.orElseGet(() -> new WalkPosition(at.kind(), at.layout(), 0, new Tuple()));
      }
      front = stays;
      listener.accept(new WalkProgress(page.records(), page.shardsDone(), page.shards(), stays));
    };
  }

  KeyChangeReport report(Optional<WalkPosition> rest) {
    return new KeyChangeReport(
        changed.get(), refused.get(), refused.get() == 0 ? rest : Optional.ofNullable(front));
  }
}
