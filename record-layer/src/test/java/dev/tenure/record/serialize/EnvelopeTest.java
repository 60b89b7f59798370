package dev.tenure.record.serialize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.tenure.record.test.Note;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of each shape of record. The zstd frames are those of the pinned version: another may
 * write others, and must read these.
 */
final class EnvelopeTest {
  private static final RecordTimes NEW_YEAR =
      new RecordTimes(1_767_225_600_000L, 1_767_225_600_002L);
  private static final RecordTimes BACKWARD =
      new RecordTimes(1_767_225_600_000L, 1_767_225_598_500L);

  private record Shape(
      String name, SerializerOptions.Builder options, RecordHead head, Message message) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Shape> shapes() {
    Note nul = Samples.NOTE.toBuilder().setTitle("a\0b").build();
    Note empty = Note.getDefaultInstance();
    RecordHead head = RecordHead.of(3);
    RecordHead full = RecordHead.of(300).withTypeKey(200);
    SerializerOptions.Builder everything =
        Samples.encrypted(Samples.KEY_300)
            .compression(RecordCompression.zstd(3), 0)
            .wholeBytesMax(0);
    return Stream.of(
        new Shape("plain", SerializerOptions.builder(), head, Samples.NOTE),
        new Shape("empty", SerializerOptions.builder(), RecordHead.of(0), empty),
        new Shape("type-key", SerializerOptions.builder(), full, nul),
        new Shape("times", SerializerOptions.builder(), head.withTimes(BACKWARD), Samples.NOTE),
        new Shape("length", SerializerOptions.builder().wholeBytesMax(12), head, Samples.NOTE),
        new Shape(
            "own-encoding",
            SerializerOptions.builder().encoding(new TextEncoding()),
            head,
            Samples.NOTE),
        new Shape("zstd", Samples.compressed(), head, Samples.BIG),
        new Shape(
            "own-compression",
            SerializerOptions.builder().compression(new RunLengths(), 0),
            head,
            Samples.BIG),
        new Shape("encrypted", Samples.encrypted(Samples.KEY_1), head, Samples.NOTE),
        new Shape("encrypted-empty", Samples.encrypted(Samples.KEY_1), head, empty),
        new Shape("everything", everything, full.withTimes(NEW_YEAR), Samples.BIG));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shapeIsWrittenAsTheseBytes(Shape shape) throws IOException {
    byte[] written =
        Samples.serializer(shape.options()).write(shape.message(), shape.head(), Samples.KEY);

    assertEquals(golden(shape.name()), HexFormat.of().formatHex(written));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shapeIsReadFromTheseBytes(Shape shape) throws IOException {
    byte[] stored = HexFormat.of().parseHex(golden(shape.name()));

    RecordContent read = Samples.read(Samples.serializer(shape.options()), stored, shape.message());

    assertEquals(shape.head(), read.head());
    assertEquals(shape.message(), read.message());
    assertTrue(read.current());
  }

  /** The bytes of a file, in which a line is bytes and, behind two blanks and #, what they are. */
  private static String golden(String name) throws IOException {
    String file = "/golden/envelope/" + name + ".hex";
    try (InputStream in = Objects.requireNonNull(EnvelopeTest.class.getResourceAsStream(file))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines = text.lines().map(line -> line.replaceAll(" *#.*", "")).toList();
      return String.join("", lines);
    }
  }
}
