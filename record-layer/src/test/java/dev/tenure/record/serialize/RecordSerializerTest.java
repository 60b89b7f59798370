package dev.tenure.record.serialize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

final class RecordSerializerTest {
  private static final RecordHead HEAD = RecordHead.of(3);

  private final RecordSerializer plain = RecordSerializer.plain();

  @Test
  void smallRecordTakesSevenBytesMoreThanItsMessage() {
    byte[] stored = plain.write(Samples.NOTE, HEAD, Samples.KEY);

    assertEquals(Samples.NOTE.getSerializedSize() + 7, stored.length);
  }

  @Test
  void encryptionTakesTwentyNineBytesMore() {
    byte[] stored =
        Samples.serializer(Samples.encrypted(Samples.KEY_1)).write(Samples.NOTE, HEAD, Samples.KEY);

    assertEquals(Samples.NOTE.getSerializedSize() + 36, stored.length);
  }

  @Test
  void fieldsTheTypeDoesNotKnowAreKept() {
    UnknownFieldSet.Field field = UnknownFieldSet.Field.newBuilder().addVarint(9).build();
    Note newer =
        Samples.NOTE.toBuilder()
            .setUnknownFields(UnknownFieldSet.newBuilder().addField(999, field).build())
            .build();

    Message read =
        Samples.read(plain, plain.write(newer, HEAD, Samples.KEY), Samples.NOTE).message();

    assertEquals(newer, read);
    assertEquals(Map.of(999, field), read.getUnknownFields().asMap());
  }

  @Test
  void mapsAreWrittenInOneOrder() {
    Note forward = Note.newBuilder().putAttributes("a", "1").putAttributes("b", "2").build();
    Note backward = Note.newBuilder().putAttributes("b", "2").putAttributes("a", "1").build();

    assertArrayEquals(
        plain.write(forward, HEAD, Samples.KEY), plain.write(backward, HEAD, Samples.KEY));
  }

  @Test
  void typeKeySelectsTheType() {
    PrototypeLookup types =
        typeKey ->
            switch (typeKey.orElse(0)) {
              case 1 -> Optional.of(Note.getDefaultInstance());
              case 2 -> Optional.of(HotItem.getDefaultInstance());
              default -> Optional.empty();
            };
    HotItem item = HotItem.newBuilder().setId("a").build();
    byte[] stored = plain.write(item, HEAD.withTypeKey(2), Samples.KEY);
    byte[] unknown = plain.write(item, HEAD.withTypeKey(3), Samples.KEY);
    byte[] none = plain.write(item, HEAD, Samples.KEY);

    assertEquals(item, plain.read(stored, types, Samples.KEY, Samples.WHERE).message());
    assertTypeUnknown("record has the type key 3, of which no type is known", unknown, types);
    assertTypeUnknown("record has no type key, of which no type is known", none, types);
  }

  private void assertTypeUnknown(String what, byte[] stored, PrototypeLookup types) {
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> plain.read(stored, types, Samples.KEY, Samples.WHERE));
    assertEquals(RecordLayerException.Code.TYPE_UNKNOWN, refused.code());
    assertEquals(what + " (store app, Note (7))", refused.getMessage());
  }

  @Test
  void messageUpToTheLimitIsStoredWithAllLinks() {
    byte[] noise = new byte[9_900_000];
    Samples.random("RecordSerializerTest").nextBytes(noise);
    for (ByteString body :
        List.of(ByteString.copyFrom(noise), ByteString.copyFrom(new byte[9_900_000]))) {
      Plain record = Plain.newBuilder().setBody(body).build();
      RecordSerializer all =
          Samples.serializer(
              Samples.encrypted(Samples.KEY_1).compression(RecordCompression.zstd(1), 0));
      for (RecordSerializer each : List.of(plain, all)) {
        byte[] stored = each.write(record, HEAD, Samples.KEY);
        assertEquals(record, Samples.read(each, stored, record).message());
      }
    }
  }

  @Test
  void largerMessageIsRefusedHoweverWellItCompresses() {
    Plain record = Plain.newBuilder().setBody(ByteString.copyFrom(new byte[10_000_000])).build();

    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> Samples.serializer(Samples.compressed()).write(record, HEAD, Samples.KEY));

    assertEquals(RecordLayerException.Code.RECORD_TOO_LARGE, refused.code());
    assertEquals(
        "tenure.record.test.Plain is 10000005 bytes, the limit is 10000000", refused.getMessage());
  }

  @Test
  void messageThatCouldNotBeReadAgainIsNotWritten() throws Exception {
    DescriptorProto type =
        DescriptorProto.newBuilder()
            .setName("Strict")
            .addField(
                FieldDescriptorProto.newBuilder()
                    .setName("id")
                    .setNumber(1)
                    .setType(FieldDescriptorProto.Type.TYPE_INT32)
                    .setLabel(FieldDescriptorProto.Label.LABEL_REQUIRED))
            .build();
    Descriptors.FileDescriptor file =
        Descriptors.FileDescriptor.buildFrom(
            FileDescriptorProto.newBuilder().setName("strict.proto").addMessageType(type).build(),
            new Descriptors.FileDescriptor[0]);
    Message partial =
        DynamicMessage.newBuilder(file.findMessageTypeByName("Strict")).buildPartial();

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> plain.write(partial, HEAD, Samples.KEY));

    assertEquals("Strict lacks the required fields [id]", refused.getMessage());
  }

  @Test
  void lengthIsWrittenFromOneByteBeyondAValueOn() {
    int fits = 100_000 - 7;
    Plain record = Plain.newBuilder().setBody(ByteString.copyFrom(new byte[fits - 4])).build();
    Plain longer = Plain.newBuilder().setBody(ByteString.copyFrom(new byte[fits - 3])).build();

    byte[] whole = plain.write(record, HEAD, Samples.KEY);
    byte[] split = plain.write(longer, HEAD, Samples.KEY);

    assertEquals(100_000, whole.length);
    assertEquals(0, whole[1]);
    assertEquals(100_004, split.length);
    assertEquals(1, split[1]);
  }

  @RepeatedTest(10)
  void randomRecordsComeBackThroughRandomLinks() {
    RandomGenerator random = Samples.random("RecordSerializerTest");
    for (int i = 0; i < 100; i++) {
      RecordSerializer serializer =
          RecordSerializer.of(RandomRecords.options(random).build(), random);
      RecordHead head = RandomRecords.head(random);
      Note note = RandomRecords.note(random);
      byte[] key = new byte[random.nextInt(20)];
      random.nextBytes(key);

      byte[] stored = serializer.write(note, head, key);
      RecordContent read = serializer.read(stored, PrototypeLookup.only(note), key, Samples.WHERE);

      assertEquals(head, read.head());
      assertEquals(note, read.message());
      assertTrue(read.current() && serializer.isCurrent(stored, Samples.WHERE));
    }
  }

  @Test
  void manyThreadsShareOneSerializer() throws InterruptedException, ExecutionException {
    RecordSerializer shared =
        RecordSerializer.of(
            Samples.encrypted(Samples.KEY_1).compression(RecordCompression.zstd(3), 0).build(),
            Samples.random("RecordSerializerTest"));
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int thread = i;
        done.add(executor.submit(() -> roundTrips(shared, thread)));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static void roundTrips(RecordSerializer shared, int thread) {
    for (int i = 0; i < 500; i++) {
      Note note = Samples.BIG.toBuilder().setId(thread * 1_000L + i).build();
      byte[] stored = shared.write(note, HEAD, Samples.KEY);
      assertEquals(note, Samples.read(shared, stored, note).message());
    }
  }

  @Test
  void headRefusesNegativeNumbersAndTimesOutsideOfItsYears() {
    assertThrows(IllegalArgumentException.class, () -> RecordHead.of(-1));
    assertThrows(IllegalArgumentException.class, () -> HEAD.withTypeKey(-1));
    assertThrows(IllegalArgumentException.class, () -> new RecordTimes(-1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new RecordTimes(0, RecordTimes.MILLIS_MAX + 1));
    assertEquals(OptionalInt.empty(), HEAD.typeKey());
  }

  @Test
  void extremeNumbersOfAHeadComeBack() {
    RecordHead head =
        RecordHead.of(Integer.MAX_VALUE)
            .withTypeKey(Integer.MAX_VALUE)
            .withTimes(new RecordTimes(RecordTimes.MILLIS_MAX, 0));

    byte[] stored = plain.write(Samples.NOTE, head, Samples.KEY);

    assertEquals(head, Samples.read(plain, stored, Samples.NOTE).head());
  }
}
