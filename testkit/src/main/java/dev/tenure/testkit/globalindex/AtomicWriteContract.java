package dev.tenure.testkit.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.SharedTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The writes that must take effect together: a record with its local index, and the writes of a
 * shared transaction.
 */
interface AtomicWriteContract extends ShardFixture {

  private Set<DataRecord> owners(DataShard shard, SecondaryKey key) {
    List<DataRecord> found = answerIfSupported(shard.find(key));
    Set<DataRecord> owners = found.stream().collect(Collectors.toSet());
    assertEquals(found.size(), owners.size(), "a record was found twice");
    return owners;
  }

  @Test
  default void recordsAreFoundByEachOfTheirKeys() {
    DataShard shard = dataShard();
    DataRecord one = record("a", 1, MAIL, PHONE);
    DataRecord other = record("b", 1, MAIL);
    insert(shard, one);
    insert(shard, other);
    assertEquals(Set.of(one, other), owners(shard, MAIL));
    assertEquals(Set.of(one), owners(shard, PHONE));
    assertEquals(Set.of(), owners(shard, new SecondaryKey("email", "a@b.exampl")));
    assertEquals(Set.of(), owners(shard, new SecondaryKey("phone", "a@b.example")));
  }

  @Test
  default void recordIsFoundByAKeyThatItMarksAsUnindexed() {
    DataShard shard = dataShard();
    DataRecord marked = record("a", 1, MAIL, PHONE).withUnindexed(Set.of(MAIL));
    insert(shard, marked);
    assertEquals(Set.of(marked), owners(shard, MAIL));
    assertEquals(Set.of(marked), owners(shard, PHONE));
  }

  @Test
  default void localIndexChangesWithTheRecord() {
    DataShard shard = dataShard();
    insert(shard, record("a", 1, MAIL));
    DataRecord next = record("a", 2, PHONE);
    replace(shard, version(1), next);
    assertEquals(Set.of(), owners(shard, MAIL));
    assertEquals(Set.of(next), owners(shard, PHONE));
    delete(shard, next);
    assertEquals(Set.of(), owners(shard, PHONE));
  }

  @Test
  default void localIndexStaysWhenAWriteDoesNotTakePlace() {
    DataShard shard = dataShard();
    DataRecord kept = record("a", 1, MAIL);
    insert(shard, kept);
    insert(shard, record("a", 2, PHONE));
    replace(shard, version(3), record("a", 4, PHONE));
    delete(shard, record("a", 3, MAIL));
    assertEquals(Set.of(), owners(shard, PHONE));
    assertEquals(Set.of(kept), owners(shard, MAIL));
  }

  private SharedTransaction shared(DataShard data, IndexShard index) {
    Optional<SharedTransaction> shared = data.sharedWith(index);
    Assumptions.assumeTrue(shared.isPresent(), "the shards share no transaction");
    return shared.orElseThrow();
  }

  private ConditionalWrite<IndexKey, IndexRecord> put(IndexRecord record) {
    return ConditionalWrite.insert(record);
  }

  @Test
  default void sharedTransactionWritesAllWhenAllConditionsHold() {
    DataShard data = dataShard();
    IndexShard index = indexShard();
    DataRecord record = record("a", 1, MAIL, PHONE);
    List<IndexRecord> entries = List.of(entry(MAIL, "", "a"), entry(PHONE, "", "a"));
    assertTrue(
        answer(
            shared(data, index)
                .write(
                    ConditionalWrite.insert(record),
                    entries.stream().map(ConditionalWrite::insert).toList())));
    assertEquals(Optional.of(record), stored(data, record.key()));
    entries.forEach(each -> assertEquals(Optional.of(each), stored(index, each.key())));
  }

  @Test
  default void sharedTransactionWritesNothingWhenOneConditionDoesNotHold() {
    DataShard data = dataShard();
    IndexShard index = indexShard();
    SharedTransaction shared = shared(data, index);
    IndexRecord free = entry(PHONE, "", "a");
    IndexRecord mine = entry(MAIL, "", "a");
    IndexRecord taken = entry(MAIL, "", "b");
    insert(index, taken);
    for (List<IndexRecord> entries : List.of(List.of(free, mine), List.of(mine, free))) {
      assertFalse(
          answer(
              shared.write(
                  ConditionalWrite.insert(record("a", 1)),
                  entries.stream().map(ConditionalWrite::insert).toList())));
    }
    insert(data, record("c", 1));
    assertFalse(answer(shared.write(ConditionalWrite.insert(record("c", 2)), List.of(put(free)))));
    assertEquals(Optional.empty(), stored(data, record("a", 1).key()));
    assertEquals(Optional.empty(), stored(index, free.key()));
    assertEquals(Optional.of(taken), stored(index, taken.key()));
  }

  @Test
  default void oneOfManySharedTransactionsGetsAKey() {
    DataShard data = dataShard();
    IndexShard index = indexShard();
    SharedTransaction shared = shared(data, index);
    List<CompletableFuture<Boolean>> writes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      writes.add(
          shared.write(
              ConditionalWrite.insert(record("p" + i, 1, MAIL)),
              List.of(put(entry(MAIL, "", "p" + i)))));
    }
    int won = 0;
    for (int i = 0; i < writes.size(); i++) {
      boolean written = answer(writes.get(i));
      won += written ? 1 : 0;
      assertEquals(written, stored(data, record("p" + i, 1).key()).isPresent());
    }
    assertEquals(1, won, "transactions that got the key");
  }
}
