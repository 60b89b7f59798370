package dev.tenure.queue.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tenure.queue.proto.AnnouncedType;
import dev.tenure.queue.proto.ClusterConsumer;
import dev.tenure.queue.proto.ClusterFill;
import dev.tenure.queue.proto.ClusterSettings;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.queue.proto.ContentType;
import dev.tenure.queue.proto.DeadLetterKind;
import dev.tenure.queue.proto.DirectoryAttribute;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.queue.proto.DirectoryFence;
import dev.tenure.queue.proto.DirectoryProgress;
import dev.tenure.queue.proto.FailedAttempt;
import dev.tenure.queue.proto.ItemBody;
import dev.tenure.queue.proto.QueueBody;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueGroup;
import dev.tenure.queue.proto.QueueGroupHead;
import dev.tenure.queue.proto.QueueHistory;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.QueueTombstone;
import dev.tenure.queue.proto.QueueTombstoneBucket;
import dev.tenure.queue.proto.QueueZoneSettings;
import dev.tenure.queue.proto.RollOutOrder;
import dev.tenure.queue.proto.SequentialScan;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.proto.StoredSchemaMark;
import dev.tenure.queue.proto.StoredTenantMark;
import dev.tenure.queue.proto.VisitLease;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of each message, with every field set. */
final class MessageGoldenTest {
  private static final ItemBody BODY =
      ItemBody.newBuilder()
          .setContentType(ContentType.JSON)
          .setPayload(ByteString.copyFromUtf8("{}"))
          .putAttributes("k", "v")
          .build();
  private static final FailedAttempt FAILURE =
      FailedAttempt.newBuilder()
          .setAtMillis(1_767_225_600_000L)
          .setAttempt(2)
          .setConsumer("c")
          .setError("no")
          .build();

  /** The text "a". */
  private static final ByteString STACK_TRACE = ByteString.fromHex("01789c4b040000620062");

  private static final QueueItem ITEM =
      QueueItem.newBuilder()
          .setZone("z")
          .setId("i")
          .setType("t")
          .setSchemaVersion(3)
          .setPriority(4)
          .setVestingMillis(1_767_225_600_000L)
          .setLeaseId(ByteString.copyFrom(new byte[16]))
          .setLeaseVersion(8)
          .setLeaseMillis(9)
          .setLeaseCount(10)
          .setAttemptCount(11)
          .setErrorCount(12)
          .setEnqueuedMillis(13)
          .setBodySize(14)
          .setBody(BODY)
          .setLeasedBy("c")
          .setLastActiveMillis(17)
          .setFailedVisits(18)
          .build();

  private static final DirectoryEntry DIRECTORY_ENTRY =
      DirectoryEntry.newBuilder()
          .setState(DirectoryEntry.State.SUSPENDED)
          .setCluster("c")
          .setLife(0x1122334455667788L)
          .setIncarnation(4)
          .setStateNumber(5)
          .setPermitVersion(6)
          .setCreatedMillis(7)
          .setStateMillis(8)
          .setDisplayName("d")
          .addAttributes(DirectoryAttribute.newBuilder().setName("n").setValue("v"))
          .setReason("r")
          .build();

  private record Shape(String name, Message message) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Shape> shapes() {
    return List.of(
        new Shape("item", ITEM),
        new Shape("item-of-group", ITEM.toBuilder().setGroup("g").build()),
        new Shape(
            "follower",
            QueueFollower.newBuilder().setZone("z").setId("i").setGroup("g").setItem(ITEM).build()),
        new Shape("group", QueueGroup.newBuilder().setZone("z").setGroup("g").build()),
        new Shape(
            "group-head",
            QueueGroupHead.newBuilder().setZone("z").setGroup("g").setId("i").build()),
        new Shape("body", QueueBody.newBuilder().setZone("z").setId("i").setBody(BODY).build()),
        new Shape(
            "history",
            QueueHistory.newBuilder().setZone("z").setId("i").addFailures(FAILURE).build()),
        new Shape(
            "history-stack-trace",
            QueueHistory.newBuilder()
                .setZone("z")
                .setId("i")
                .addFailures(FAILURE.toBuilder().setStackTrace(STACK_TRACE))
                .build()),
        new Shape("dead-letter", deadLetter()),
        new Shape(
            "zone-settings", QueueZoneSettings.newBuilder().setZone("z").setPaused(true).build()),
        new Shape("item-remembered", ITEM.toBuilder().setDedupMillis(20).build()),
        new Shape(
            "zone-settings-dedup",
            QueueZoneSettings.newBuilder().setZone("z").setDedupMillis(3).build()),
        new Shape(
            "tombstone",
            QueueTombstone.newBuilder().setZone("z").setBucketMillis(2).setId("i").build()),
        new Shape(
            "tombstone-bucket",
            QueueTombstoneBucket.newBuilder().setZone("z").setBucketMillis(2).build()),
        new Shape(
            "tombstone-bucket-version",
            QueueTombstoneBucket.newBuilder()
                .setZone("z")
                .setBucketMillis(2)
                .setForgottenVersion(3)
                .build()),
        new Shape(
            "announced-type",
            AnnouncedType.newBuilder()
                .setType("t")
                .setSchemaVersion(2)
                .setAnnouncedMillis(3)
                .build()),
        new Shape(
            "cluster-consumer-versions",
            ClusterConsumer.newBuilder().setId("c").addTypes("t").addSchemaVersions(6).build()),
        new Shape(
            "cluster-consumer-time",
            ClusterConsumer.newBuilder()
                .setId("c")
                .setClockMillis(7)
                .setReadVersion(8)
                .setTimeMillis(9)
                .setItemLeaseMillis(10)
                .build()),
        new Shape(
            "cluster-tenant",
            ClusterTenant.newBuilder()
                .setApplicationId(1)
                .setUser("u")
                .setCreatedMillis(3)
                .build()),
        new Shape(
            "cluster-tenant-life",
            ClusterTenant.newBuilder()
                .setApplicationId(1)
                .setUser("u")
                .setCreatedMillis(3)
                .setLife(0x1122334455667788L)
                .build()),
        new Shape("directory-entry", DIRECTORY_ENTRY),
        new Shape(
            "roll-out",
            StoredRollOut.newBuilder()
                .setVersion(2)
                .setRun(3)
                .setPhase(StoredRollOut.Phase.BUILDING)
                .setPaused(true)
                .setAfter("u")
                .setVisited(4)
                .setStartedMillis(5)
                .setWalkedMillis(6)
                .setEndedMillis(7)
                .setTenantsPerSecond(8)
                .setRecordsPerSecond(9)
                .build()),
        new Shape(
            "schema-mark",
            StoredSchemaMark.newBuilder()
                .setKind(StoredSchemaMark.Kind.MOVING)
                .setReason("r")
                .build()),
        new Shape(
            "roll-out-order",
            RollOutOrder.newBuilder()
                .setApplication("m")
                .setVersion(2)
                .setRun(3)
                .setTenantsPerSecond(8)
                .setRecordsPerSecond(9)
                .build()),
        new Shape(
            "directory-progress",
            DirectoryProgress.newBuilder()
                .setActive(true)
                .addClusters(
                    ClusterFill.newBuilder()
                        .setCluster("c")
                        .setDone(true)
                        .setApplication("a")
                        .setUser("u")
                        .setWalked(5)
                        .setAdded(6))
                .build()),
        new Shape(
            "tenant-mark",
            StoredTenantMark.newBuilder()
                .setState(StoredTenantMark.State.SUSPENDED)
                .setNumber(2)
                .build()),
        new Shape("directory-fence", DirectoryFence.newBuilder().setPermitVersion(1).build()),
        new Shape("cluster-settings", ClusterSettings.newBuilder().setShards(8).build()),
        new Shape(
            "cluster-settings-visit-leases",
            ClusterSettings.newBuilder().setShards(8).setVisitLeases(true).build()),
        new Shape(
            "visit-lease",
            VisitLease.newBuilder()
                .setLeasedBy("c")
                .setUntilMillis(1_767_225_600_000L)
                .setLeaseVersion(3)
                .setLeaseMillis(4)
                .addItems("i")
                .addItems("j")
                .build()),
        new Shape("visit-lease-left", VisitLease.newBuilder().addLeft(0).addLeft(2).build()),
        new Shape(
            "cluster-consumer-content-format",
            ClusterConsumer.newBuilder().setId("c").setContentFormatMax(1).build()),
        new Shape(
            "cluster-consumer",
            ClusterConsumer.newBuilder()
                .setId("c")
                .setStartedMillis(2)
                .setHeartbeatMillis(3)
                .addTypes("t")
                .build()),
        new Shape(
            "cluster-consumer-saturated",
            ClusterConsumer.newBuilder()
                .setId("c")
                .setStartedMillis(2)
                .setHeartbeatMillis(3)
                .addTypes("t")
                .addTypes("u")
                .addSaturatedTypes("u")
                .build()),
        new Shape(
            "cluster-consumer-clock",
            ClusterConsumer.newBuilder()
                .setId("c")
                .addUnreadApplications("a")
                .setClockMillis(3)
                .setReadVersion(4)
                .build()),
        new Shape(
            "sequential-scan",
            SequentialScan.newBuilder()
                .setShard(1)
                .setConsumer("c")
                .setUntilMillis(3)
                .setGrantedVersion(4)
                .build()));
  }

  private static QueueDeadLetter deadLetter() {
    return QueueDeadLetter.newBuilder()
        .setZone("z")
        .setId("i")
        .setType("t")
        .setKind(DeadLetterKind.PARKED)
        .setReason("why")
        .setAtMillis(6)
        .setItem(QueueItem.newBuilder().setZone("z").setId("i"))
        .setBody(BODY)
        .addFailures(FAILURE)
        .build();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void messageIsWrittenAsTheseBytes(Shape shape) {
    String now = HexFormat.of().formatHex(shape.message().toByteArray());

    new GoldenFile(shape.name() + ".hex").assertWritten(List.of(now));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void messageIsReadFromTheseBytes(Shape shape) throws InvalidProtocolBufferException {
    byte[] golden = new GoldenFile(shape.name() + ".hex").bytes();

    Message read = shape.message().getParserForType().parseFrom(golden);

    assertEquals(shape.message(), read);
    assertTrue(read.getUnknownFields().asMap().isEmpty(), read::toString);
  }
}
