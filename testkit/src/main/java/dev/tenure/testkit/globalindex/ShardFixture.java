package dev.tenure.testkit.globalindex;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.Versioned;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The shards and helpers that the parts of the suite share. */
interface ShardFixture {
  SecondaryKey MAIL = new SecondaryKey("email", "a@b.example");
  SecondaryKey PHONE = new SecondaryKey("phone", "1");

  /** A data shard without records. */
  DataShard dataShard();

  /** An index shard without records. */
  IndexShard indexShard();

  default Version version(long count) {
    return new Version(new Generation(7, 1), count);
  }

  default DataRecord record(String pk, long count, SecondaryKey... keys) {
    return new DataRecord(
        new PrimaryKey(pk),
        version(count),
        Set.of(keys),
        Set.of(),
        ByteString.copyFromUtf8(pk + count));
  }

  default IndexRecord entry(SecondaryKey key, String member, String owner) {
    return new IndexRecord(new IndexKey(key, member), new PrimaryKey(owner), version(1));
  }

  /** The answer, which must come within a minute. */
  default <T> T answer(CompletableFuture<T> future) {
    return future.orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** The answer of an operation that a shard may leave out; skips the test when it does. */
  default <T> T answerIfSupported(CompletableFuture<T> future) {
    try {
      return answer(future);
    } catch (CompletionException e) {
      Assumptions.assumeFalse(
          e.getCause() instanceof UnsupportedOperationException, "the shard leaves this out");
      throw e;
    }
  }

  default <K, R extends Versioned<K>> boolean insert(Shard<K, R> shard, R record) {
    return answer(shard.write(ConditionalWrite.insert(record)));
  }

  default <K, R extends Versioned<K>> boolean replace(Shard<K, R> shard, Version old, R record) {
    return answer(shard.write(ConditionalWrite.replace(old, record)));
  }

  default <K, R extends Versioned<K>> boolean delete(Shard<K, R> shard, R read) {
    return answer(shard.write(ConditionalWrite.delete(read)));
  }

  default <K, R extends Versioned<K>> Optional<R> stored(Shard<K, R> shard, K key) {
    return answer(shard.read(key));
  }
}
