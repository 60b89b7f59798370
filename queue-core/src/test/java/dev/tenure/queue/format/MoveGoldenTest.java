package dev.tenure.queue.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.queue.proto.DirectoryMove;
import dev.tenure.queue.proto.MoveCopy;
import dev.tenure.queue.proto.StoredMove;
import dev.tenure.queue.proto.StoredMovePlan;
import dev.tenure.queue.proto.StoredMoveRequest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of what is stored of moves, with every field set. */
final class MoveGoldenTest {
  /** A message and the file of its bytes. */
  record Shape(String file, Message message) {
    @Override
    public String toString() {
      return file;
    }
  }

  static List<Shape> shapes() {
    return List.of(
        new Shape(
            "move-entry",
            DirectoryEntry.newBuilder()
                .setState(DirectoryEntry.State.ACTIVE)
                .setCluster("s")
                .setMoves(2)
                .setMove(
                    DirectoryMove.newBuilder()
                        .setStage(DirectoryMove.Stage.REVERTING)
                        .setSource("s")
                        .setTarget("t")
                        .setEpoch(4)
                        .setPermitVersion(5)
                        .setBegunMillis(6)
                        .setPaused(true)
                        .setStoreVersion(8))
                .build()),
        new Shape(
            "move-header",
            StoredMove.newBuilder()
                .setStage(StoredMove.Stage.ARRIVING)
                .setNumber(2)
                .setEpoch(3)
                .setOther("s")
                .build()),
        new Shape(
            "move-copy",
            MoveCopy.newBuilder()
                .setLife(0x1122334455667788L)
                .setNumber(2)
                .setEpoch(3)
                .setCopyFrom(ByteString.fromHex("04"))
                .setCopied(true)
                .setLogRead(ByteString.fromHex("06"))
                .setVerifyFrom(ByteString.fromHex("07"))
                .setVerified(true)
                .setRows(9)
                .setBytes(10)
                .setBytesInAll(11)
                .setVerifiedRows(12)
                .setWrittenVersion(13)
                .setSteps(14)
                .setVerifiedBytes(15)
                .setBytesAgain(16)
                .setBytesPerSecond(17)
                .setHoldMillis(18)
                .build()),
        new Shape(
            "move-plan",
            StoredMovePlan.newBuilder()
                .setGoal("g")
                .setBy("b")
                .setReason("r")
                .setBegunMillis(4)
                .setMoves(5)
                .setUndoes("u")
                .build()),
        new Shape(
            "move-request",
            StoredMoveRequest.newBuilder()
                .setState(StoredMoveRequest.State.FAILED)
                .setSource("s")
                .setTarget("t")
                .setPlan("p")
                .setBy("b")
                .setReason("r")
                .setAskedMillis(7)
                .setEndedMillis(8)
                .setProblem("no")
                .setRows(10)
                .setBytes(11)
                .setClosedMicros(12)
                .build()));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void isWrittenAsTheseBytes(Shape shape) {
    new GoldenFile(shape.file() + ".hex")
        .assertWritten(List.of(HexFormat.of().formatHex(shape.message().toByteArray())));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void isReadFromTheseBytes(Shape shape) throws InvalidProtocolBufferException {
    assertEquals(
        shape.message(),
        shape
            .message()
            .getParserForType()
            .parseFrom(new GoldenFile(shape.file() + ".hex").bytes()));
  }
}
