package dev.tenure.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.PayloadException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

class JacksonCodecTest {
  private final JsonMapper mapper = JsonMapper.builder().build();
  private final PayloadCodec<Letter> codec = JacksonCodec.of(Letter.class, mapper);

  /** Something with a field that is text and one that is not. */
  record Letter(String to, int pages) {}

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String refusal(String json) {
    return String.valueOf(
        assertThrows(PayloadException.class, () -> codec.decode(bytes(json))).getMessage());
  }

  @Test
  void aPayloadIsWrittenAsJsonAndReadBack() {
    Letter letter = new Letter("Ahab", 3);
    byte[] json = codec.encode(letter);
    assertEquals("{\"to\":\"Ahab\",\"pages\":3}", new String(json, StandardCharsets.UTF_8));
    assertEquals(letter, codec.decode(json));
    assertEquals(ContentType.JSON, codec.contentType());
  }

  @Test
  void aTypeWithParametersKeepsThem() {
    PayloadCodec<List<Letter>> letters =
        JacksonCodec.of(new TypeReference<List<Letter>>() {}, mapper);
    List<Letter> two = List.of(new Letter("Ahab", 1), new Letter("Starbuck", 2));
    assertEquals(two, letters.decode(letters.encode(two)));
  }

  @Test
  void whatIsNotThePayloadIsRefusedByTypeAndBytes() {
    String broken = refusal("{\"to\":");
    assertTrue(broken.contains("6 bytes") && broken.contains(Letter.class.getName()), broken);
    String wrong = refusal("{\"to\":\"Ahab\",\"pages\":\"many\"}");
    assertTrue(wrong.contains("28 bytes") && wrong.contains("many"), wrong);
    assertTrue(refusal("null").contains("it is null"));
    assertTrue(refusal("").contains("0 bytes"));
  }

  @Test
  void aPayloadThatCannotBeWrittenIsRefused() {
    record Loop(List<Object> self) {}
    Loop loop = new Loop(new ArrayList<>());
    loop.self().add(loop);
    PayloadCodec<Loop> loops = JacksonCodec.of(Loop.class, mapper);
    String refused =
        String.valueOf(assertThrows(PayloadException.class, () -> loops.encode(loop)).getMessage());
    assertTrue(refused.contains("cannot be written"), refused);
  }
}
