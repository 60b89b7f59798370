package dev.tenure.testkit.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.Version;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The conditional writes that take place, and those that do not, one after the other. */
interface ConditionalWriteContract extends ShardFixture {

  @Test
  default void insertTakesPlaceOnlyWhenNothingIsStored() {
    DataShard shard = dataShard();
    assertTrue(insert(shard, record("a", 1)));
    assertFalse(insert(shard, record("a", 2)));
    assertEquals(Optional.of(record("a", 1)), stored(shard, new PrimaryKey("a")));
  }

  @Test
  default void replaceAndDeleteTakeNoPlaceWhenNothingIsStored() {
    DataShard shard = dataShard();
    assertFalse(replace(shard, version(1), record("a", 2)));
    assertFalse(delete(shard, record("a", 1)));
    assertEquals(Optional.empty(), stored(shard, new PrimaryKey("a")));
  }

  @Test
  default void replaceAndDeleteTakeNoPlaceForAnotherVersion() {
    DataShard shard = dataShard();
    DataRecord kept = record("a", 5);
    insert(shard, kept);
    for (Version other : otherThan(kept.version())) {
      assertFalse(replace(shard, other, record("a", 7)), () -> "replaced " + other);
      assertFalse(delete(shard, kept.withVersion(other)), () -> "deleted " + other);
    }
    assertEquals(Optional.of(kept), stored(shard, kept.key()));
  }

  @Test
  default void indexRecordIsChangedOnlyInItsVersion() {
    IndexShard shard = indexShard();
    IndexRecord kept = new IndexRecord(entry(MAIL, "", "a").key(), new PrimaryKey("a"), version(5));
    insert(shard, kept);
    IndexRecord next = new IndexRecord(kept.key(), new PrimaryKey("b"), version(7));
    for (Version other : otherThan(kept.version())) {
      if (shard.replaces()) {
        assertFalse(replace(shard, other, next), () -> "replaced " + other);
      }
      IndexRecord read = new IndexRecord(kept.key(), kept.owner(), other);
      assertFalse(delete(shard, read), () -> "deleted " + other);
    }
    assertEquals(Optional.of(kept), stored(shard, kept.key()));
  }

  /** Versions that differ from a version in one of its three numbers, or in their order. */
  private static List<Version> otherThan(Version version) {
    Generation own = version.generation();
    long count = version.count();
    return List.of(
        new Version(own, count - 1),
        new Version(own, count + 1),
        new Version(own, 0),
        new Version(new Generation(own.timestamp() + 1, own.client()), count),
        new Version(new Generation(own.timestamp(), own.client() + 1), count),
        new Version(new Generation(own.client(), own.timestamp()), count));
  }

  @Test
  default void writeThatGivesTrueIsReadNext() {
    DataShard shard = dataShard();
    insert(shard, record("a", 0));
    assertTrue(replace(shard, version(0), record("a", 1, MAIL)));
    assertEquals(Optional.of(record("a", 1, MAIL)), stored(shard, new PrimaryKey("a")));
    assertTrue(delete(shard, record("a", 1)));
    assertEquals(Optional.empty(), stored(shard, new PrimaryKey("a")));
    assertTrue(insert(shard, record("a", 2)));
    assertEquals(Optional.of(record("a", 2)), stored(shard, new PrimaryKey("a")));
  }

  @Test
  default void indexRecordsFollowTheSameConditions() {
    IndexShard shard = indexShard();
    IndexRecord first = entry(MAIL, "", "a");
    IndexRecord next = new IndexRecord(first.key(), new PrimaryKey("b"), version(9));
    assertTrue(insert(shard, first));
    assertFalse(insert(shard, next));
    assertEquals(Optional.of(first), stored(shard, first.key()));
    if (shard.replaces()) {
      assertFalse(replace(shard, version(9), next));
      assertTrue(replace(shard, version(1), next));
    } else {
      assertTrue(delete(shard, first));
      assertTrue(insert(shard, next));
    }
    assertFalse(delete(shard, first));
    assertEquals(Optional.of(next), stored(shard, first.key()));
    assertTrue(delete(shard, next));
    assertEquals(Optional.empty(), stored(shard, first.key()));
  }
}
