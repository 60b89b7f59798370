package dev.tenure.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The writes of other transactions that a transaction sees. */
interface IsolationContract extends EngineFixture {

  @Test
  default void readsSeeTheSnapshotOfTheirReadVersion() {
    store("a");
    try (Transaction reader = begin()) {
      reader.getReadVersion().join();
      write(writer -> writer.set(key("a"), value("changed")));
      assertEquals("a", text(reader.get(key("a")).join()));
    }
    assertEquals("changed", stored("a"));
  }

  @Test
  default void aRangeReadSeesTheSameSnapshot() {
    store("a", "c");
    try (Transaction reader = begin()) {
      reader.getReadVersion().join();
      write(
          writer -> {
            writer.set(key("b"), value("b"));
            writer.clear(key("c"));
          });
      assertEquals(List.of("a", "c"), names(reader.getRange(all()).asList().join()));
    }
  }

  @Test
  default void uncommittedWritesAreInvisibleToOthers() {
    try (Transaction writer = begin()) {
      writer.set(key("a"), value("a"));
      assertNull(stored("a"));
      writer.commit().join();
    }
    assertEquals("a", stored("a"));
  }

  @Test
  default void aTransactionClosedWithoutCommitLeavesNothing() {
    try (Transaction writer = begin()) {
      writer.set(key("a"), value("a"));
      assertEquals("a", text(writer.get(key("a")).join()));
    }
    assertNull(stored("a"));
  }

  @Test
  default void aReadVersionIsAtLeastEveryCommitVersionBefore() {
    for (int round = 0; round < 20; round++) {
      long committed;
      try (Transaction writer = begin()) {
        writer.set(key("a"), number(round));
        writer.commit().join();
        committed = writer.getCommittedVersion();
      }
      long seen = read(reader -> reader.getReadVersion().join());
      assertTrue(seen >= committed, () -> seen + " is read after " + committed);
    }
  }

  @Test
  default void commitVersionsGrow() {
    long before = 0;
    for (int round = 0; round < 20; round++) {
      try (Transaction writer = begin()) {
        writer.set(key("a"), number(round));
        writer.commit().join();
        long version = writer.getCommittedVersion();
        assertTrue(version > before, version + " comes after " + before);
        before = version;
      }
    }
  }

  @Test
  default void aSetReadVersionIsRead() {
    store("a");
    long version = read(reader -> reader.getReadVersion().join());
    write(writer -> writer.set(key("a"), value("changed")));
    try (Transaction reader = begin()) {
      reader.setReadVersion(version);
      assertEquals(version, reader.getReadVersion().join());
      assertEquals("a", text(reader.get(key("a")).join()));
    }
  }

  @Test
  default void allWritesOfACommitAppearAtOnce() {
    store("a", "b");
    try (Transaction writer = begin()) {
      writer.clear(key("a"));
      writer.set(key("b"), value("changed"));
      writer.set(key("c"), value("c"));
      writer.commit().join();
      long version = writer.getCommittedVersion();
      try (Transaction before = begin()) {
        before.setReadVersion(version - 1);
        assertEquals(List.of("a", "b"), names(before.getRange(all()).asList().join()));
      }
      try (Transaction at = begin()) {
        at.setReadVersion(version);
        assertEquals(List.of("b", "c"), names(at.getRange(all()).asList().join()));
      }
    }
  }
}
