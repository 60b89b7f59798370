package dev.tenure.admin.rest.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PayloadBodyTest {

  @Test
  void showsTextAsTextAndAsBytes() {
    PayloadBody shown = show("grüße\n", 100);
    assertThat(shown.text()).contains("grüße\n");
    assertThat(shown.hex()).isEqualTo("6772c3bcc39f650a");
    assertThat(shown.size()).isEqualTo(8);
    assertThat(shown.shown()).isEqualTo(8);
  }

  @Test
  void leavesOutACharacterThatIsCutInTwo() {
    PayloadBody shown = show("aü", 2);
    assertThat(shown.text()).contains("a");
    assertThat(shown.hex()).isEqualTo("61c3");
    assertThat(shown.size()).isEqualTo(3);
    assertThat(shown.shown()).isEqualTo(2);
  }

  @Test
  void showsNoTextOfBytesThatAreNone() {
    assertThat(show(new byte[] {(byte) 0xc3}, 10).text()).isEmpty();
    assertThat(show(new byte[] {(byte) 0xff, 'a'}, 10).text()).isEmpty();
    assertThat(show(new byte[] {'a', 0, 'b'}, 10).text()).isEmpty();
    assertThat(show(new byte[] {0x1b, '[', '3', '1', 'm'}, 10).text()).isEmpty();
  }

  @Test
  void showsAnEmptyPayload() {
    PayloadBody shown = show(new byte[0], 10);
    assertThat(shown.text()).contains("");
    assertThat(shown.hex()).isEmpty();
  }

  private static PayloadBody show(String text, int previewBytes) {
    return show(text.getBytes(UTF_8), previewBytes);
  }

  private static PayloadBody show(byte[] payload, int previewBytes) {
    return PayloadBody.of(new ItemBody(ContentType.RAW, payload, Map.of()), previewBytes);
  }
}
