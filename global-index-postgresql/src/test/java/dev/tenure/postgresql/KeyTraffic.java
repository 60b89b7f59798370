package dev.tenure.postgresql;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.protocol.Content;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Clients of a global index that pass few alternate keys back and forth between few records, each
 * of which belongs to one client. {@link #faults} then looks at all records: each must have a
 * content that the answers to its client allow; each key must have at most one owner, be found by
 * its owner only, and be free to take when it has none.
 */
final class KeyTraffic {
  private static final int CLIENTS = 3;
  private static final int RECORDS = 3;
  private static final int KEYS = 6;

  /** Far more than a slow machine needs until a call is answered, or a conflict has passed. */
  private static final int ATTEMPTS_MAX = 600;

  private static final long ATTEMPT_NANOS = 100_000_000;
  private static final Set<Reason> EXPECTED =
      EnumSet.of(Reason.RECORD_EXISTS, Reason.RECORD_ABSENT, Reason.KEY_TAKEN, Reason.CONFLICT);

  /** Reasons for which a free key cannot be taken for a moment. */
  private static final Set<Reason> PASSING =
      EnumSet.of(Reason.CONFLICT, Reason.SHARD_DOWN, Reason.OUTCOME_UNKNOWN);

  private static final KeyDefinitions DEFINITIONS =
      KeyDefinitions.of(KeyDefinition.alternate("email"));

  private final Shards shards;
  private final List<KnownRecords> records = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Set<Reason> outages = EnumSet.noneOf(Reason.class);
  private final List<String> faults = new ArrayList<>();
  private final GlobalIndex observer;
  private long written;
  private long failed;
  private boolean stopped;

  private KeyTraffic(Shards shards) {
    this.shards = shards;
    this.observer = client(shards);
  }

  static KeyTraffic start(List<DataShard> data, List<IndexShard> index) {
    KeyTraffic traffic = new KeyTraffic(Shards.hashed(data, index));
    for (int i = 0; i < CLIENTS; i++) {
      KnownRecords records =
          new KnownRecords(client(traffic.shards), "client-" + i, traffic::fault);
      traffic.records.add(records);
      Random random = new Random(i);
      Thread thread = new Thread(() -> traffic.run(records, random), "client-" + i);
      traffic.threads.add(thread);
    }
    traffic.threads.forEach(Thread::start);
    return traffic;
  }

  private static GlobalIndex client(Shards shards) {
    return client(shards, InstantSource.system());
  }

  /** A client whose records have the alternate key {@code email}. */
  static GlobalIndex client(Shards shards, InstantSource clock) {
    return GlobalIndex.start(
            shards, DEFINITIONS, clock, Runnable::run, GlobalIndexOptions.defaults())
        .join();
  }

  private void run(KnownRecords records, Random random) {
    while (!isStopped()) {
      count(operate(records, random));
    }
  }

  private static Optional<Reason> operate(KnownRecords records, Random random) {
    PrimaryKey pk = records.key(random.nextInt(RECORDS));
    return switch (random.nextInt(6)) {
      case 0, 1 -> records.create(pk, keys(random));
      case 2 -> records.update(pk, keys(random));
      case 3 -> records.delete(pk);
      case 4 -> records.read(pk);
      default -> records.readAndDelete(key(random.nextInt(KEYS)));
    };
  }

  private static Set<SecondaryKey> keys(Random random) {
    Set<SecondaryKey> keys = new HashSet<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      keys.add(key(random.nextInt(KEYS)));
    }
    return keys;
  }

  private static SecondaryKey key(int number) {
    return new SecondaryKey("email", number + "@example.org");
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private synchronized void count(Optional<Reason> reason) {
    if (reason.isEmpty()) {
      written++;
    } else if (!EXPECTED.contains(reason.get())) {
      outages.add(reason.get());
      failed++;
    }
    notifyAll();
  }

  private synchronized void fault(String text) {
    faults.add(text);
    written++;
    failed++;
    notifyAll();
  }

  /** Returns when this many more operations have succeeded. */
  synchronized void runUntilWritten(int more) {
    long end = written + more;
    awaitUntil(() -> written >= end);
  }

  /** Returns when this many more operations have failed because of an outage. */
  synchronized void runUntilFailed(int more) {
    long end = failed + more;
    awaitUntil(() -> failed >= end);
  }

  private synchronized void awaitUntil(BooleanSupplier reached) {
    try {
      while (!reached.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while clients run", e);
    }
  }

  /** Lets all operations under way end. */
  void stop() {
    synchronized (this) {
      stopped = true;
    }
    for (Thread each : threads) {
      try {
        each.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while clients end", e);
      }
    }
  }

  /** The reasons of failures that only an outage explains. */
  synchronized Set<Reason> outages() {
    return Set.copyOf(outages);
  }

  /** What is wrong with the records, after {@link #stop}. */
  List<String> faults() {
    records.forEach(KnownRecords::check);
    List<String> found;
    synchronized (this) {
      found = new ArrayList<>(faults);
    }
    Map<SecondaryKey, PrimaryKey> owners = new TreeMap<>();
    for (DataShard shard : shards.data()) {
      for (DataRecord record : answered(() -> shard.scan(null, 1_000))) {
        for (SecondaryKey each : record.keys()) {
          PrimaryKey other = owners.put(each, record.key());
          if (other != null) {
            found.add(other + " and " + record.key() + " own " + each.value());
          }
        }
      }
    }
    for (int i = 0; i < KEYS; i++) {
      check(key(i), Optional.ofNullable(owners.get(key(i))), found);
    }
    return Collections.unmodifiableList(found);
  }

  private void check(SecondaryKey key, Optional<PrimaryKey> owner, List<String> found) {
    Optional<PrimaryKey> read = answered(() -> observer.read(key)).map(DataRecord::key);
    if (!read.equals(owner)) {
      found.add(key.value() + " is owned by " + owner + " and found at " + read);
    }
    if (owner.isEmpty()) {
      take(key, found);
    }
  }

  /**
   * A free key can be owned at once; conflicts with cleaners that are still at work pass, and so do
   * answers that come late.
   */
  private void take(SecondaryKey key, List<String> found) {
    PrimaryKey pk = new PrimaryKey("taker-of-" + key.value());
    Content content = new Content(Set.of(key), ByteString.EMPTY);
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      try {
        observer.create(pk, content).join();
        return;
      } catch (CompletionException e) {
        Optional<Reason> reason = reason(e);
        if (reason.equals(Optional.of(Reason.RECORD_EXISTS))) {
          return; // created by an attempt whose answer came too late
        }
        if (!reason.map(PASSING::contains).orElse(false)) {
          found.add("free " + key.value() + " cannot be taken: " + e.getCause());
          return;
        }
        LockSupport.parkNanos(ATTEMPT_NANOS);
      }
    }
    found.add("free " + key.value() + " was not taken in " + ATTEMPTS_MAX + " attempts");
  }

  /** The answer to a call that changes nothing, made until a shard answers in time. */
  private static <T> T answered(Supplier<CompletableFuture<T>> call) {
    for (int i = 0; true; i++) {
      try {
        return call.get().join();
      } catch (CompletionException e) {
        boolean late =
            e.getCause() instanceof ShardDownException
                || reason(e).equals(Optional.of(Reason.SHARD_DOWN));
        if (!late || i == ATTEMPTS_MAX) {
          throw e;
        }
        LockSupport.parkNanos(ATTEMPT_NANOS);
      }
    }
  }

  private static Optional<Reason> reason(CompletionException error) {
    return error.getCause() instanceof GlobalIndexException own
        ? Optional.of(own.reason())
        : Optional.empty();
  }
}
