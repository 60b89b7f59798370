package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import dev.tenure.record.Seeds;
import dev.tenure.record.test.Grade;
import dev.tenure.record.test.Legacy;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Rich;
import dev.tenure.record.test.RichLeaf;
import dev.tenure.record.test.Shade;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every kind of field protobuf has, in generated and dynamic messages. */
final class FieldKindsTest {

  private static List<Tuple> evaluate(KeyExpression expression, Message message) {
    return KeyEvaluator.bind(expression, message.getDescriptorForType(), 5).evaluate(message);
  }

  private static Tuple tuple(@Nullable Object... values) {
    return Tuple.fromList(Arrays.asList(values));
  }

  private static DynamicMessage dynamic(Message message) {
    return DynamicMessage.newBuilder(message).build();
  }

  @Test
  void unsignedNumbersOfEveryWidthKeepTheirValue() {
    Rich rich =
        Rich.newBuilder()
            .setUint32Value(-1)
            .setFixed32Value(Integer.MIN_VALUE)
            .setUint64Value(-1)
            .setFixed64Value(Long.MIN_VALUE)
            .addUnsigneds(Long.MAX_VALUE)
            .addUnsigneds(-2)
            .build();

    assertEquals(
        List.of(
            tuple(
                4_294_967_295L,
                2_147_483_648L,
                new BigInteger("18446744073709551615"),
                new BigInteger("9223372036854775808"),
                Arrays.asList(Long.MAX_VALUE, new BigInteger("18446744073709551614")))),
        evaluate(
            concat(
                field("uint32_value"),
                field("fixed32_value"),
                field("uint64_value"),
                field("fixed64_value"),
                field("unsigneds", FanType.CONCATENATE)),
            rich));
  }

  @Test
  void signedNumbersKeepTheirSign() {
    Rich rich =
        Rich.newBuilder()
            .setInt32Value(Integer.MIN_VALUE)
            .setSint32Value(-1)
            .setSfixed32Value(-2)
            .setInt64Value(Long.MIN_VALUE)
            .setSint64Value(-3)
            .setSfixed64Value(-4)
            .build();

    assertEquals(
        List.of(tuple((long) Integer.MIN_VALUE, -1L, -2L, Long.MIN_VALUE, -3L, -4L)),
        evaluate(
            concat(
                field("int32_value"),
                field("sint32_value"),
                field("sfixed32_value"),
                field("int64_value"),
                field("sint64_value"),
                field("sfixed64_value")),
            rich));
  }

  @Test
  void enumerationsGiveTheirNumberAlsoOneThatHasNoName() {
    Rich rich = Rich.newBuilder().setShadeValue(99).addShades(Shade.DARK).build();

    assertEquals(
        List.of(tuple(99L, -7L)),
        evaluate(concat(field("shade"), field("shades", FanType.FAN_OUT)), rich));
  }

  @Test
  void emptyAndNulBytesAreValuesOfTheirOwn() {
    Rich rich =
        Rich.newBuilder()
            .setMaybeString("")
            .addBlobs(ByteString.EMPTY)
            .addBlobs(ByteString.copyFrom(new byte[] {0}))
            .build();

    assertEquals(
        List.of(tuple("", new byte[0], null), tuple("", new byte[] {0}, null)),
        evaluate(
            concat(field("maybe_string"), field("blobs", FanType.FAN_OUT), field("maybe_bytes")),
            rich));
  }

  @Test
  void onlyTheChosenFieldOfAOneofIsSet() {
    KeyExpression all =
        concat(
            field("chosen_text"),
            field("chosen_number"),
            nest("chosen_leaf", field("name")),
            nest("chosen_leaf", field("ratio")));

    assertEquals(
        List.of(tuple(null, 0L, null, null)),
        evaluate(all, Rich.newBuilder().setChosenNumber(0).build()));
    assertEquals(
        List.of(tuple(null, null, "", null)),
        evaluate(all, Rich.newBuilder().setChosenLeaf(RichLeaf.getDefaultInstance()).build()));
  }

  @Test
  void wrappersAreMessagesWithAValue() {
    KeyExpression values =
        concat(nest("boxed_long", field("value")), nest("boxed_string", field("value")));

    assertEquals(List.of(tuple(null, null)), evaluate(values, Rich.getDefaultInstance()));
    assertEquals(
        List.of(tuple(0L, "x")),
        evaluate(
            values,
            Rich.newBuilder()
                .setBoxedLong(Int64Value.getDefaultInstance())
                .setBoxedString(StringValue.of("x"))
                .build()));
  }

  @Test
  void mapEntriesHaveKeyAndValueInGeneratedAndDynamicMessages() {
    Rich rich =
        Rich.newBuilder()
            .putCounts("b", 2)
            .putCounts("", 0)
            .putPlaces(-1, RichLeaf.newBuilder().setName("n").addMarks("x").addMarks("y").build())
            .build();
    KeyExpression counts = nest("counts", FanType.FAN_OUT, concat(field("key"), field("value")));
    KeyExpression places =
        nest(
            "places",
            FanType.FAN_OUT,
            concat(
                field("key"),
                nest("value", concat(field("name"), field("marks", FanType.FAN_OUT)))));

    for (Message message : List.of(rich, dynamic(rich))) {
      assertEquals(List.of(tuple("b", 2L), tuple("", 0L)), evaluate(counts, message));
      assertEquals(List.of(tuple(-1L, "n", "x"), tuple(-1L, "n", "y")), evaluate(places, message));
    }
  }

  @Test
  void dynamicMapEntryWithoutItsKeyOrValueHasTheDefaultsAsAGeneratedOne() throws Exception {
    for (Message prototype : List.of(Rich.getDefaultInstance(), Legacy.getDefaultInstance())) {
      Descriptor type = prototype.getDescriptorForType();
      boolean isRich = prototype instanceof Rich;
      var map = type.findFieldByName(isRich ? "places" : "labels");
      DynamicMessage.Builder builder = DynamicMessage.newBuilder(type);
      builder.addRepeatedField(map, DynamicMessage.getDefaultInstance(map.getMessageType()));
      if (!isRich) {
        builder.setField(type.findFieldByName("id"), 1L);
      }
      DynamicMessage message = builder.build();
      KeyExpression value = isRich ? nest("value", field("name")) : field("value");
      KeyExpression entries = nest(map.getName(), FanType.FAN_OUT, concat(field("key"), value));

      Message parsed = prototype.getParserForType().parseFrom(message.toByteString());
      assertEquals(evaluate(entries, parsed), evaluate(entries, message));
      assertEquals(List.of(tuple(isRich ? (Object) 0L : "", "")), evaluate(entries, message));
    }
  }

  @Test
  void dynamicMessageGivesTheTuplesOfTheGeneratedOne() {
    RandomRecords records = new RandomRecords(Seeds.random("FieldKindsTest"));
    KeyExpression expression =
        concat(
            field("maybe_long"),
            field("strings", FanType.CONCATENATE),
            nest("self", nest("leaves", FanType.FAN_OUT, concat(field("name"), field("ratio")))));
    for (int i = 0; i < 200; i++) {
      Message message = records.rich();
      assertEquals(evaluate(expression, message), evaluate(expression, dynamic(message)));
    }
  }

  @Test
  void oldSyntaxHasRequiredFieldsDefaultsAndClosedEnumerations() {
    KeyExpression all = concat(field("id"), field("title"), field("rank"), field("grade"));
    KeyExpression defaults =
        concat(
            field("title", NullRule.DEFAULT_VALUE),
            field("rank", NullRule.DEFAULT_VALUE),
            field("grade", NullRule.DEFAULT_VALUE));
    Legacy bare = Legacy.newBuilder().setId(3).build();

    assertEquals(List.of(tuple(3L, null, null, null)), evaluate(all, bare));
    assertEquals(List.of(tuple("untitled", 0L, 2L)), evaluate(defaults, bare));
    Legacy set = bare.toBuilder().setTitle("t").setRank(-1).setGrade(Grade.LOW).build();
    assertEquals(List.of(tuple(3L, "t", -1L, 1L)), evaluate(all, set));
  }

  @Test
  void groupsAreMessagesInAField() throws Exception {
    Descriptor type = groupType();
    Descriptor group = type.getFields().get(0).getMessageType();
    DynamicMessage step =
        DynamicMessage.newBuilder(group).setField(group.findFieldByName("length"), 4L).build();
    DynamicMessage message =
        DynamicMessage.newBuilder(type)
            .addRepeatedField(type.findFieldByName("step"), step)
            .addRepeatedField(
                type.findFieldByName("step"), DynamicMessage.getDefaultInstance(group))
            .build();

    assertEquals(
        List.of(tuple(4L), tuple((Object) null)),
        evaluate(nest("step", FanType.FAN_OUT, field("length")), message));
  }

  private static Descriptor groupType() throws DescriptorValidationException {
    FieldDescriptorProto length =
        FieldDescriptorProto.newBuilder()
            .setName("length")
            .setNumber(1)
            .setType(FieldDescriptorProto.Type.TYPE_INT64)
            .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
            .build();
    FieldDescriptorProto step =
        FieldDescriptorProto.newBuilder()
            .setName("step")
            .setNumber(1)
            .setType(FieldDescriptorProto.Type.TYPE_GROUP)
            .setTypeName("Walk.Step")
            .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)
            .build();
    DescriptorProto walk =
        DescriptorProto.newBuilder()
            .setName("Walk")
            .addField(step)
            .addNestedType(DescriptorProto.newBuilder().setName("Step").addField(length))
            .build();
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("walk.proto")
            .setSyntax("proto2")
            .addMessageType(walk)
            .build();
    return FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Walk");
  }

  @Test
  void repeatedMessagesMayBeOneColumnOfNestedTuples() {
    Rich rich =
        Rich.newBuilder()
            .addLeaves(RichLeaf.newBuilder().setName("a").setRatio(1.5))
            .addLeaves(RichLeaf.newBuilder().setName("b"))
            .build();
    KeyExpression leaves =
        nest("leaves", FanType.CONCATENATE, concat(field("name"), field("ratio")));
    KeyExpression none = nest("leaves", FanType.CONCATENATE, empty());

    assertEquals(
        List.of(tuple(Arrays.asList(Arrays.asList("a", 1.5), Arrays.asList("b", null)))),
        evaluate(leaves, rich));
    assertEquals(List.of(tuple(List.of())), evaluate(leaves, Rich.getDefaultInstance()));
    assertEquals(List.of(tuple(List.of(List.of(), List.of()))), evaluate(none, rich));
  }

  @Test
  void messageOfAnotherTypeIsRefused() {
    KeyEvaluator names = KeyEvaluator.bind(field("string_value"), Rich.getDescriptor(), 1);

    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> names.evaluate(Note.getDefaultInstance()));
    assertEquals(
        "field(string_value) is bound to tenure.record.test.Rich, got a message of"
            + " tenure.record.test.Note",
        refused.getMessage());
  }
}
