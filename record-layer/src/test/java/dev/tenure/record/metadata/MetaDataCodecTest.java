package dev.tenure.record.metadata;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import dev.tenure.record.Notes;
import dev.tenure.record.Seeds;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.proto.StoredIndex;
import dev.tenure.record.proto.StoredMetaData;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("punctual") // needs no database
final class MetaDataCodecTest {
  private static final int CASES = 300;
  private static final int DAMAGES = 5_000;

  private static RecordMetaData decode(byte[] bytes) {
    return MetaDataCodec.decode(bytes, KeyFunctions.builtIn(), IndexTypes.builtIn(), "test");
  }

  @Test
  void decodedMetaDataIsAsTheEncodedAndGivesTheSameBytes() {
    RandomMetaData random = new RandomMetaData(Seeds.random("MetaDataCodecTest"));
    for (int i = 0; i < CASES; i++) {
      RecordMetaData metaData = random.next();

      byte[] bytes = MetaDataCodec.encode(metaData);
      RecordMetaData decoded = decode(bytes);

      assertSame(metaData, decoded);
      assertArrayEquals(bytes, MetaDataCodec.encode(decoded));
    }
  }

  private static void assertSame(RecordMetaData expected, RecordMetaData found) {
    assertEquals(expected.version(), found.version());
    assertEquals(expected.indexes(), found.indexes());
    assertEquals(expected.formerIndexes(), found.formerIndexes());
    assertEquals(types(expected), types(found));
  }

  private static List<String> types(RecordMetaData metaData) {
    return metaData.recordTypes().stream()
        .map(
            type ->
                type.descriptor().toProto()
                    + " "
                    + type
                    + " "
                    + List.of(
                        type.typeKey(),
                        type.recordBytesMax(),
                        type.sinceVersion(),
                        type.isVersioned(),
                        type.isTimestamped()))
        .toList();
  }

  @Test
  void generatedClassesComeBackAsDynamicMessagesAndAsLocalTypes() {
    RecordMetaData decoded = decode(MetaDataCodec.encode(Notes.META_DATA));

    assertInstanceOf(DynamicMessage.class, decoded.recordType("Note").prototype());
    RecordMetaData local =
        decoded.withLocalTypes(Note.getDefaultInstance(), HotItem.getDefaultInstance());
    assertInstanceOf(Note.class, local.recordType("Note").prototype());
    assertInstanceOf(DynamicMessage.class, local.recordType("Plain").prototype());
    assertSame(Notes.META_DATA, decoded);
    assertSame(Notes.META_DATA, local);
    assertArrayEquals(
        MetaDataCodec.encode(Notes.META_DATA),
        MetaDataCodec.encode(local.withLocalTypes(Plain.getDefaultInstance())));
  }

  @Test
  void classThatLacksAStoredFieldIsNotUsed() throws DescriptorValidationException {
    FileDescriptorProto.Builder file = Note.getDescriptor().getFile().toProto().toBuilder();
    file.getMessageTypeBuilder(0)
        .addFieldBuilder()
        .setName("extra")
        .setNumber(99)
        .setType(FieldDescriptorProto.Type.TYPE_STRING);
    FileDescriptor newer = FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
    RecordMetaData metaData =
        RecordMetaData.builder()
            .recordType(newer.findMessageTypeByName("Note"), type -> type.primaryKey(field("id")))
            .recordType(newer.findMessageTypeByName("Plain"), type -> type.primaryKey(field("id")))
            .build();

    RecordMetaData local =
        metaData.withLocalTypes(Note.getDefaultInstance(), Plain.getDefaultInstance());

    assertInstanceOf(DynamicMessage.class, local.recordType("Note").prototype());
    assertInstanceOf(Plain.class, local.recordType("Plain").prototype());
  }

  @Test
  void importedFilesAreStoredOnceBeforeThoseThatImportThem() throws Exception {
    FileDescriptor shared =
        FileDescriptor.buildFrom(
            FileDescriptorProto.newBuilder().setName("shared.proto").build(),
            new FileDescriptor[0]);
    FileDescriptorProto.Builder file =
        Protos.file("message M { int64 id = 1; } message N { int64 id = 1; }").toProto().toBuilder()
            .addDependency("shared.proto")
            .addDependency(Timestamp.getDescriptor().getFile().getName());
    FileDescriptor importing =
        FileDescriptor.buildFrom(
            file.build(), new FileDescriptor[] {shared, Timestamp.getDescriptor().getFile()});
    RecordMetaData metaData =
        RecordMetaData.builder()
            .recordType(importing.getMessageTypes().get(0), type -> type.primaryKey(field("id")))
            .recordType(importing.getMessageTypes().get(1), type -> type.primaryKey(field("id")))
            .build();

    StoredMetaData stored = StoredMetaDataWriter.write(metaData);

    List<String> names = new ArrayList<>();
    for (ByteString each : stored.getFilesList()) {
      names.add(FileDescriptorProto.parseFrom(each).getName());
    }
    assertEquals(List.of("shared.proto", "google/protobuf/timestamp.proto", "test.proto"), names);
    assertSame(metaData, decode(MetaDataCodec.encode(metaData)));
  }

  @Test
  void bytesAreAsDocumented() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(3)
            .recordType(
                Protos.message("message M { int64 id = 1; }"), type -> type.primaryKey(field("id")))
            .index("M", Index.value("i", field("id")).unique())
            .formerIndex(new FormerIndex("o", 2, 1, 3))
            .build();

    assertEquals(
        // format, version
        ("01 0803"
                // the file: name, package, message M with the field id, syntax
                + "1228 0a0a 746573742e70726f746f 1201 74 220f 0a01 4d 120a 0a02 6964 1801 2001"
                + " 2803 62 06 70726f746f33"
                // record type t.M by field(id), SPLIT, key 1, 9,900,000 bytes, since 1
                + "1a18 0a03 742e4d 1206 0a04 0a02 6964 1802 2001 28e0 9fdc 04 3001"
                // index i, value, of M, by field(id), unique, key and versions 1
                + "222d 0a01 69 1205 76616c7565 1a01 4d 2206 0a04 0a02 6964"
                + " 320e 0a06 756e69717565 1204 74727565 4001 4801 5001 5801"
                // former index o, key 2, added 1, removed 3
                + "2a09 0a01 6f 1002 1801 2003")
            .replace(" ", ""),
        HexFormat.of().formatHex(MetaDataCodec.encode(metaData)));
  }

  @Test
  void damagedBytesAreATypedError() {
    RandomGenerator random = Seeds.random("MetaDataCodecTest.damage");
    RandomMetaData metaData = new RandomMetaData(random);
    byte[] whole = MetaDataCodec.encode(metaData.next());
    for (int i = 0; i < DAMAGES; i++) {
      if (i % 100 == 0) {
        whole = MetaDataCodec.encode(metaData.next());
      }
      byte[] bytes = damaged(whole, random);
      try {
        decode(bytes);
      } catch (RecordLayerException e) {
        boolean typed = e.code() == Code.DAMAGED || e.code() == Code.FORMAT_UNKNOWN;
        assertTrue(typed && String.valueOf(e.getMessage()).contains("(test"), e.toString());
      }
    }
  }

  private static byte[] damaged(byte[] whole, RandomGenerator random) {
    byte[] bytes = whole.clone();
    switch (random.nextInt(4)) {
      case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 1 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case 2 -> {
        for (int i = 0; i < 5; i++) {
          bytes[random.nextInt(1, bytes.length)] = (byte) random.nextInt();
        }
      }
      default -> {
        bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        if (bytes.length > 0) {
          bytes[0] = 1;
        }
      }
    }
    return bytes;
  }

  @Test
  void whatCannotBeIsDamagedAndWhatIsNewIsUnknown() {
    StoredMetaData stored =
        StoredMetaDataWriter.write(new RandomMetaData(Seeds.random("stored")).next()).toBuilder()
            .clearIndexes()
            .clearFormerIndexes()
            .build();
    assertRefused(Code.DAMAGED, "metadata has 0 bytes", new byte[0]);
    assertRefused(Code.FORMAT_UNKNOWN, "metadata has format 2", new byte[] {2, 0});
    assertRefused(
        Code.DAMAGED, "metadata cannot be: version is 0", stored.toBuilder().setVersion(0));
    assertRefused(
        Code.DAMAGED,
        "metadata has no message type t.M0 in its files []",
        stored.toBuilder().clearFiles());
    assertRefused(
        Code.DAMAGED,
        "metadata has the file test.proto twice",
        stored.toBuilder().addFiles(stored.getFiles(0)));
    assertRefused(
        Code.DAMAGED,
        "metadata has the file x and not before it y, which it imports",
        stored.toBuilder()
            .addFiles(
                FileDescriptorProto.newBuilder()
                    .setName("x")
                    .addDependency("y")
                    .build()
                    .toByteString()));
    assertRefused(
        Code.FORMAT_UNKNOWN,
        "metadata has the index i of the unknown type later",
        stored.toBuilder().addIndexes(StoredIndex.newBuilder().setName("i").setType("later")));
    assertRefused(
        Code.DAMAGED,
        "metadata lacks a key expression",
        stored.toBuilder().addIndexes(StoredIndex.newBuilder().setName("i").setType("value")));
    assertRefused(
        Code.FORMAT_UNKNOWN,
        "metadata has fields that StoredMetaData does not know: [15]",
        StoredMetaData.newBuilder().setVersion(1).mergeFrom(parse(new byte[] {0x78, 1})));
  }

  private static StoredMetaData parse(byte[] bytes) {
    try {
      return StoredMetaData.parseFrom(ByteString.copyFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static void assertRefused(Code code, String expected, StoredMetaData.Builder stored) {
    byte[] message = stored.build().toByteArray();
    byte[] bytes = new byte[message.length + 1];
    bytes[0] = 1;
    System.arraycopy(message, 0, bytes, 1, message.length);
    assertRefused(code, expected, bytes);
  }

  private static void assertRefused(Code code, String expected, byte[] bytes) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, () -> decode(bytes));
    assertEquals(code, refused.code(), refused.getMessage());
    assertTrue(String.valueOf(refused.getMessage()).startsWith(expected), refused.getMessage());
    assertTrue(String.valueOf(refused.getMessage()).endsWith("(test)"), refused.getMessage());
  }

  @Test
  void twoVersionsOfOneFileAreRefused() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .recordType(
                Protos.message("message M { int64 id = 1; }"), type -> type.primaryKey(field("id")))
            .recordType(
                Protos.message("message N { int64 id = 1; string a = 2; }"),
                type -> type.primaryKey(field("id")))
            .build();

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> MetaDataCodec.encode(metaData));

    assertTrue(
        String.valueOf(refused.getMessage())
            .startsWith("record types come from two versions of test.proto, of 40 and of"),
        refused.getMessage());
  }
}
