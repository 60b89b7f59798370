package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.proto.ItemBody;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.index.IndexEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Items whose records and entries hold what no queue wrote. */
final class StoredItemFuzzTest {
  private static final int CASES = 5_000;

  private final Random random = new Random(7);
  private final Map<QueueException.Code, Integer> codes = new EnumMap<>(QueueException.Code.class);

  private void typed(String what, Runnable reader) {
    try {
      reader.run();
    } catch (QueueException e) {
      codes.merge(e.code(), 1, Integer::sum);
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError(what, e);
    }
  }

  private byte[] mangled(byte[] bytes) {
    byte[] changed = Arrays.copyOf(bytes, bytes.length - (random.nextInt(4) == 0 ? 1 : 0));
    for (int i = random.nextInt(3); i >= 0; i--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
    }
    return changed;
  }

  @Test
  void anyItemGivesATypedErrorOrAnAnswer() {
    LeaseId lease = LeaseId.of(new byte[16]);
    QueueItem item =
        QueueItem.newBuilder()
            .setZone("z")
            .setId("i")
            .setLeaseId(ByteString.copyFrom(new byte[16]))
            .setVestingMillis(-1)
            .setLeaseMillis(Long.MIN_VALUE)
            .setBody(ItemBody.newBuilder().setContentTypeValue(1).putAttributes("k", "v"))
            .build();
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = mangled(item.toByteArray());
      try {
        QueueItem read = QueueItem.parseFrom(bytes);
        String what = HexFormat.of().formatHex(bytes);
        typed(what, () -> ItemRecords.workItem(read, Optional.empty()));
        typed(what, () -> ZoneAccess.holds(read, lease));
        typed(what, () -> DeadLetters.deadLetter(letter(read)));
        typed(what, () -> ItemRecords.workItem(ZoneGroups.item(follower(read)), Optional.empty()));
      } catch (InvalidProtocolBufferException e) {
        assertTrue(e.toString().length() > 0); // the record layer refuses these
      }
    }
    assertTrue(codes.getOrDefault(QueueException.Code.CORRUPT, 0) > 10, codes::toString);
    assertTrue(codes.getOrDefault(QueueException.Code.FORMAT_UNKNOWN, 0) > 10, codes::toString);
  }

  private static QueueFollower follower(QueueItem item) {
    return QueueFollower.newBuilder().setZone("z").setId("i").setGroup("g").setItem(item).build();
  }

  private static QueueDeadLetter letter(QueueItem item) {
    return QueueDeadLetter.newBuilder().setItem(item).setBody(item.getBody()).build();
  }

  @Test
  void anyEntryOfTheVestingIndexGivesATypedErrorOrAnAnswer() {
    for (int i = 0; i < CASES; i++) {
      IndexEntry entry =
          new IndexEntry(
              "tenure-vesting", tuple("z", 1L, 2L), tuple("t", 5L, 1L), 1000, tuple("z", "i"));
      typed(entry.toString(), () -> IndexedItem.of(entry));
    }
    assertTrue(codes.getOrDefault(QueueException.Code.CORRUPT, 0) > 100, codes::toString);
  }

  /** The columns, one of them perhaps another, the last perhaps missing. */
  private Tuple tuple(Object... columns) {
    List<@Nullable Object> items = new ArrayList<>(Arrays.asList(columns));
    if (random.nextInt(4) == 0) {
      items.set(random.nextInt(items.size()), other());
    }
    if (random.nextInt(9) == 0) {
      items.remove(items.size() - 1);
    }
    return Tuple.fromList(items);
  }

  private @Nullable Object other() {
    return switch (random.nextInt(5)) {
      case 0 -> null;
      case 1 -> "x";
      case 2 -> random.nextLong();
      case 3 -> 1.5;
      default -> List.of("x");
    };
  }

  @Test
  void entryWithColumnsOfOtherKindsIsCorruptionToWhoDequeues() {
    try (TestCluster test = TestCluster.start()) {
      test.run(tx -> tx.zone().enqueue(item("x").withId("a")));
      join(
          test.database.run(
              context ->
                  test.cluster
                      .begin(context, TestCluster.TENANT)
                      .thenAccept(
                          tx ->
                              context.set(
                                  tx.store()
                                      .subspace()
                                      .pack(Tuple.from(2, 1000, "default", 0, 1, "bad")),
                                  Tuple.from(5, "x", 1).pack()))));

      QueueException refused =
          assertThrows(
              QueueException.class, () -> test.run(tx -> tx.zone().look(PeekRequest.first(10))));

      assertEquals(QueueException.Code.CORRUPT, refused.code());
      assertTrue(refused.toString().contains("tenure-vesting"), refused::toString);
    }
  }
}
