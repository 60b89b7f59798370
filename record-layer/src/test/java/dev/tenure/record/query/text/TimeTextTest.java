package dev.tenure.record.query.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TimestampProto;
import dev.tenure.record.Seeds;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.QueryPredicate;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class TimeTextTest {
  /** A record with a time, a duration, and times. */
  static final Descriptor TYPE = type();

  private static final List<String> SIGNS = List.of("=", "!=", "<", "<=", ">", ">=", ":");

  private static Descriptor type() {
    DescriptorProto.Builder type = DescriptorProto.newBuilder().setName("Timed");
    field(type, "due", "Timestamp", Label.LABEL_OPTIONAL);
    field(type, "took", "Duration", Label.LABEL_OPTIONAL);
    field(type, "times", "Timestamp", Label.LABEL_REPEATED);
    try {
      return FileDescriptor.buildFrom(
              FileDescriptorProto.newBuilder()
                  .setName("timed.proto")
                  .setSyntax("proto3")
                  .addDependency("google/protobuf/timestamp.proto")
                  .addDependency("google/protobuf/duration.proto")
                  .addMessageType(type)
                  .build(),
              new FileDescriptor[] {TimestampProto.getDescriptor(), DurationProto.getDescriptor()})
          .getMessageTypes()
          .get(0);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void field(DescriptorProto.Builder type, String name, String of, Label label) {
    type.addField(
        FieldDescriptorProto.newBuilder()
            .setName(name)
            .setNumber(type.getFieldCount() + 1)
            .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
            .setTypeName(".google.protobuf." + of)
            .setLabel(label));
  }

  private static Message record(String name, long seconds, int nanos) {
    FieldDescriptor field = TYPE.findFieldByName(name);
    Descriptor inside = field.getMessageType();
    return DynamicMessage.newBuilder(TYPE)
        .setField(
            field,
            DynamicMessage.newBuilder(inside)
                .setField(inside.findFieldByName("seconds"), seconds)
                .setField(inside.findFieldByName("nanos"), nanos)
                .build())
        .build();
  }

  private static void assertHolds(String sign, int compared, String filter, Message record) {
    boolean expected =
        switch (sign) {
          case "=", ":" -> compared == 0;
          case "!=" -> compared != 0;
          case "<" -> compared < 0;
          case "<=" -> compared <= 0;
          case ">" -> compared > 0;
          default -> compared >= 0;
        };
    QueryPredicate condition = FilterText.parse(filter, TYPE);
    String canonical = FilterText.print(condition, TYPE);
    assertEquals(condition, FilterText.parse(canonical, TYPE), filter);
    assertEquals(
        expected, BoundPredicate.bind(condition, TYPE, 0).holds(record), filter + "\n" + record);
  }

  @Test
  void timesAreComparedAsInstants() {
    RandomGenerator random = Seeds.random("TimeTextTest.timesAreComparedAsInstants");
    for (int i = 0; i < 2_000; i++) {
      Instant one = Instant.ofEpochSecond(random.nextInt(-2, 3), random.nextInt(3) * 500L);
      Instant other = Instant.ofEpochSecond(random.nextInt(-2, 3), random.nextInt(3) * 500L);
      String sign = SIGNS.get(random.nextInt(SIGNS.size()));
      String value = random.nextBoolean() ? other.toString() : '"' + other.toString() + '"';
      assertHolds(
          sign,
          one.compareTo(other),
          "due" + sign + value,
          record("due", one.getEpochSecond(), one.getNano()));
    }
  }

  @Test
  void durationsAreComparedAsNumbers() {
    RandomGenerator random = Seeds.random("TimeTextTest.durationsAreComparedAsNumbers");
    for (int i = 0; i < 2_000; i++) {
      BigDecimal one = BigDecimal.valueOf(random.nextInt(-25, 26), 1);
      BigDecimal other = BigDecimal.valueOf(random.nextInt(-25, 26), 1);
      String sign = SIGNS.get(random.nextInt(SIGNS.size()));
      BigDecimal[] parts = one.divideAndRemainder(BigDecimal.ONE);
      assertHolds(
          sign,
          one.compareTo(other),
          "took " + sign + " " + other.toPlainString() + "s",
          record("took", parts[0].longValueExact(), parts[1].movePointRight(9).intValueExact()));
    }
  }

  @Test
  void whatIsMeantIsSeenInTheCanonicalText() {
    assertCanonical("due.seconds < 1335022200", "due < 2012-04-21T11:30:00-04:00");
    assertCanonical(
        "due.seconds > 0 OR (due.seconds = 0 AND due.nanos > 5)",
        "due > 1970-01-01T00:00:00.000000005Z");
    assertCanonical("took.seconds = -1 AND took.nanos = -200000000", "took = -1.2s");
    assertCanonical("took.seconds = 20 AND took.nanos = 0", "took = 20s");
    assertCanonical("due.seconds != null", "due:*");
    assertCanonical("due.seconds = null", "due = null");
    assertCanonical("times:*", "times:*");
    assertCanonical("times.seconds > 5", "times.seconds > 5");
    assertCanonical("due.seconds < $now", "due.seconds < $now");
  }

  private static void assertCanonical(String canonical, String filter) {
    assertEquals(canonical, FilterText.print(FilterText.parse(filter, TYPE), TYPE));
  }

  @Test
  void whatIsNoTimeIsRefused() {
    String due = "filter, column 7: due is message Timestamp and cannot be compared by = with ";
    String took = "filter, column 8: took is message Duration and cannot be compared by = with ";
    for (String wrong : List.of("noon", "2012-04-21", "2012-04-21T11:30:00", "20s", "''")) {
      assertEquals(
          due
              + '"'
              + wrong.replace("'", "")
              + "\"; accepted: a time after RFC 3339, such as 2012-04-21T11:30:00-04:00",
          refusal("due = " + wrong));
    }
    for (String wrong :
        List.of(
            "20",
            "s",
            "-s",
            "1.s",
            ".5s",
            "--1s",
            "1.0000000000s",
            "1e3s",
            "1.-5s",
            "1.+5s",
            "+1s",
            "9223372036854775808s",
            "'s'",
            "''",
            "1.2.3s")) {
      assertEquals(
          took
              + '"'
              + wrong.replace("'", "")
              + "\"; accepted: seconds with at most 9 decimals, such as 20s or -1.2s",
          refusal("took = " + wrong));
    }
    assertEquals(
        "filter, column 9: times is repeated message Timestamp and cannot be compared by = with"
            + " \"1970-01-01T00:00:00Z\"; seconds and nanoseconds of one element; accepted:"
            + " times.seconds",
        refusal("times = 1970-01-01T00:00:00Z"));
    assertEquals(
        "filter, column 7: due is message Timestamp and cannot be compared by <; accepted: : with"
            + " * or the name of a field; the nearest is nanos; accepted: seconds, nanos",
        refusal("due < $now"));
  }

  private static String refusal(String filter) {
    return String.valueOf(
        assertThrows(QueryTextException.class, () -> FilterText.parse(filter, TYPE), filter)
            .getMessage());
  }
}
