package dev.tenure.spring.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import dev.tenure.queue.ContentType;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import dev.tenure.spring.TenureConfigurationException;
import java.lang.reflect.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PayloadTypesTest {
  private final PayloadTypes types = new PayloadTypes(List.of(), PayloadTypesTest::digits);

  /** Stands for JSON of any type. */
  private static PayloadCodec<?> digits(Type type) {
    return PayloadCodecs.<Integer>json(String::valueOf, Integer::valueOf);
  }

  @Test
  void theCodecFollowsFromTheJavaType() {
    assertThat(types.item("a", new byte[] {1}).body().contentType()).isEqualTo(ContentType.RAW);
    assertThat(types.item("a", "text").body().contentType()).isEqualTo(ContentType.RAW);
    assertThat(types.item("a", StringValue.of("x")).body().contentType())
        .isEqualTo(ContentType.PROTOBUF);
    assertThat(types.item("a", 5).body().contentType()).isEqualTo(ContentType.JSON);
  }

  @Test
  void whatAProducerEncodesAHandlerDecodes() {
    NewItem item = types.item("a", Int32Value.of(7));
    assertThat(types.type("a", Int32Value.class).decode(item.schemaVersion(), item.body()))
        .isEqualTo(Int32Value.of(7));
  }

  @Test
  void aDeclaredTypeIsTakenForItsName() {
    WorkType<String> declared = WorkType.of("mail", PayloadCodecs.jsonText()).withSchemaVersion(4);
    PayloadTypes own = new PayloadTypes(List.of(declared), PayloadTypesTest::digits);
    assertThat(own.type("mail", String.class)).isSameAs(declared);
    assertThat(own.item("mail", "{}").schemaVersion()).isEqualTo(4);
    assertThat(own.item("other", "{}").schemaVersion()).isEqualTo(1);
    assertThatThrownBy(() -> own.item("mail", 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "payload of work type \"mail\" is a java.lang.Integer, which the codec of its WorkType"
                + " bean does not take");
  }

  @Test
  void aNameIsDeclaredOnce() {
    WorkType<String> one = WorkType.of("mail", PayloadCodecs.text());
    assertThatThrownBy(
            () ->
                new PayloadTypes(List.of(one, one.withSchemaVersion(2)), PayloadTypesTest::digits))
        .isInstanceOf(TenureConfigurationException.class)
        .hasMessage("work type \"mail\" has two WorkType beans, it can have one");
  }

  @Test
  void aMessageOfNoOneTypeHasNoParser() {
    assertThatThrownBy(() -> types.type("mail", Message.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "com.google.protobuf.Message is not a generated protobuf message, so that it has no"
                + " parser");
  }
}
