package dev.tenure.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How payloads are written, read, and brought up to the version that is read. */
final class WorkTypeTest {
  /** Version 1 was raw text, 2 JSON with a name, 3 JSON with a longer one. */
  private static final WorkType<String> THIRD =
      WorkType.of("send", PayloadCodecs.jsonText())
          .withSchemaVersion(3)
          .withUpgrader(1, old -> json("{\"to\":\"" + text(old) + "\"}"))
          .withUpgrader(2, old -> json(text(old).replace("\"to\"", "\"recipient\"")));

  private static EncodedPayload json(String text) {
    return new EncodedPayload(ContentType.JSON, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(EncodedPayload payload) {
    return new String(payload.bytes(), StandardCharsets.UTF_8);
  }

  private static ItemBody body(ContentType contentType, String text) {
    return new ItemBody(contentType, text.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  private static String refusal(WorkType<?> type, int version, ItemBody body) {
    return String.valueOf(
        assertThrows(PayloadException.class, () -> type.decode(version, body)).getMessage());
  }

  @Test
  void payloadOfTheTypesOwnVersionIsReadAsItIs() {
    assertEquals("{}", THIRD.decode(3, body(ContentType.JSON, "{}")));
  }

  @Test
  void payloadOfAnOlderVersionGoesThroughAllUpgradersFromThere() {
    assertEquals("{\"recipient\":\"Ahab\"}", THIRD.decode(1, body(ContentType.RAW, "Ahab")));
    assertEquals(
        "{\"recipient\":\"Ahab\"}", THIRD.decode(2, body(ContentType.JSON, "{\"to\":\"Ahab\"}")));
  }

  @Test
  void missingUpgraderIsNamedWithTheItemsVersionAndThoseKnown() {
    WorkType<String> gap =
        WorkType.of("send", PayloadCodecs.text()).withSchemaVersion(4).withUpgrader(2, old -> old);
    assertEquals(
        "payload of type \"send\" has schema version 2, known here are 4 and, by upgraders, [2]:"
            + " no upgrader leads on from version 3",
        refusal(gap, 2, body(ContentType.RAW, "x")));
  }

  @Test
  void payloadOfANewerVersionIsRefused() {
    String refused = refusal(THIRD, 4, body(ContentType.JSON, "{}"));
    assertTrue(refused.contains("has schema version 4, known here are 3"), refused);
    assertTrue(refused.endsWith("it is newer"), refused);
  }

  @Test
  void upgraderThatThrowsIsNamed() {
    WorkType<String> broken =
        WorkType.of("send", PayloadCodecs.text())
            .withSchemaVersion(2)
            .withUpgrader(
                1,
                old -> {
                  throw new IllegalStateException("planted");
                });
    String refused = refusal(broken, 1, body(ContentType.RAW, "x"));
    assertTrue(refused.contains("the upgrader from version 1 failed"), refused);
    assertTrue(refused.contains("planted"), refused);
  }

  @Test
  void upgradersMustEndWithWhatTheCodecReads() {
    WorkType<String> raw =
        WorkType.of("send", PayloadCodecs.jsonText())
            .withSchemaVersion(2)
            .withUpgrader(1, old -> old);
    String refused = refusal(raw, 1, body(ContentType.RAW, "x"));
    assertTrue(refused.endsWith("its upgraders made it RAW of 1 bytes, the codec reads JSON"));
  }

  @Test
  void undecodablePayloadNamesTypeVersionAndBytes() {
    WorkType<String> text = WorkType.of("send", PayloadCodecs.text());
    ItemBody broken = new ItemBody(ContentType.RAW, new byte[] {(byte) 0xff}, Map.of());
    String refused = refusal(text, 1, broken);
    assertTrue(refused.startsWith("payload of type \"send\" has schema version 1"), refused);
    assertTrue(refused.endsWith("payload of 1 bytes is not UTF-8"), refused);
  }

  @Test
  void upgradersAreOfVersionsBelowTheTypesOwnAndOneEach() {
    assertThrows(IllegalArgumentException.class, () -> THIRD.withUpgrader(3, old -> old));
    assertThrows(IllegalArgumentException.class, () -> THIRD.withUpgrader(0, old -> old));
    assertThrows(IllegalArgumentException.class, () -> THIRD.withUpgrader(2, old -> old));
    assertThrows(IllegalArgumentException.class, () -> THIRD.withSchemaVersion(2));
  }

  @Test
  void jsonCodecWritesAndReadsByTheTwoFunctions() {
    PayloadCodec<Integer> numbers = PayloadCodecs.json(String::valueOf, Integer::valueOf);
    assertEquals(ContentType.JSON, numbers.contentType());
    assertEquals(42, numbers.decode(numbers.encode(42)));
  }

  @Test
  void jsonCodecRefusesWhatItsFunctionsRefuse() {
    PayloadCodec<Integer> numbers =
        PayloadCodecs.json(
            number -> {
              throw new IllegalStateException("planted");
            },
            Integer::valueOf);
    String unread =
        String.valueOf(
            assertThrows(
                    PayloadException.class,
                    () -> numbers.decode("many".getBytes(StandardCharsets.UTF_8)))
                .getMessage());
    assertTrue(unread.startsWith("payload of 4 bytes is not the expected JSON: "), unread);
    assertThrows(PayloadException.class, () -> numbers.decode(new byte[] {(byte) 0xff}));
    String unwritten = assertThrows(PayloadException.class, () -> numbers.encode(1)).getMessage();
    assertEquals("payload could not be written as JSON: planted", unwritten);
  }
}
