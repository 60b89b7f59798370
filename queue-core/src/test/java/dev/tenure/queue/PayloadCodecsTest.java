package dev.tenure.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ListValue;
import com.google.protobuf.StringValue;
import com.google.protobuf.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is enqueued can be read again, or is refused. */
final class PayloadCodecsTest {
  private static final String HALF = "a\uD83D";

  /** Lists inside one another; a value and its list are two levels. */
  private static ListValue lists(int levels) {
    ListValue list = ListValue.getDefaultInstance();
    for (int i = 0; i < levels; i++) {
      list = ListValue.newBuilder().addValues(Value.newBuilder().setListValue(list)).build();
    }
    return list;
  }

  private static void assertRefused(String words, org.junit.jupiter.api.function.Executable call) {
    PayloadException refused = assertThrows(PayloadException.class, call);
    assertTrue(refused.toString().contains(words), refused.getMessage());
  }

  @Test
  void messagesComeBackUpToTheDepthThatIsRead() {
    PayloadCodec<ListValue> codec = PayloadCodecs.protobuf(ListValue.parser());

    assertEquals(lists(50), codec.decode(codec.encode(lists(50))));
    assertRefused("limit is 100", () -> codec.encode(lists(51)));
    assertRefused("values.list_value", () -> codec.encode(lists(2_500)));
  }

  @Test
  void halfACharacterIsRefused() {
    assertRefused("an unpaired surrogate at 1", () -> PayloadCodecs.text().encode(HALF));
    assertRefused("an unpaired surrogate at 1", () -> PayloadCodecs.jsonText().encode(HALF));
    assertRefused(
        "an unpaired surrogate at 1",
        () -> PayloadCodecs.json(text -> HALF, text -> text).encode("any"));
    assertRefused(
        "StringValue.value",
        () -> PayloadCodecs.protobuf(StringValue.parser()).encode(StringValue.of(HALF)));
  }

  @Test
  void namesAndAttributesHaveNone() {
    assertThrows(
        IllegalArgumentException.class,
        () -> QueueLimits.checkName("zone", HALF, QueueLimits.ZONE_BYTES_MAX));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ItemBody(ContentType.RAW, new byte[0], Map.of("name", HALF)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ItemBody(ContentType.RAW, new byte[0], Map.of(HALF, "value")));
  }

  @Test
  void errorsAreKeptWithQuestionMarksInTheirPlace() {
    assertEquals("a? failed", QueueLimits.cutError(HALF + " failed"));
    assertEquals("a\uD83D\uDE00 failed", QueueLimits.cutError("a\uD83D\uDE00 failed"));
  }
}
