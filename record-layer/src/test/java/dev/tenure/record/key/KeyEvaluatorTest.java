package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.recordType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.test.Color;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Numbers;
import dev.tenure.record.test.Place;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyEvaluatorTest {
  private static final Note NOTE =
      Note.newBuilder()
          .setId(7)
          .setTitle("walk")
          .addTag("b")
          .addTag("a")
          .addTag("b")
          .setPlace(Place.newBuilder().setCity("Ulm").setFloor(3))
          .setColor(Color.BLUE)
          .putAttributes("k", "v")
          .addVisited(Place.newBuilder().setCity("Bern"))
          .addVisited(Place.newBuilder().setCity("Rom").setFloor(2))
          .build();

  private static List<Tuple> evaluate(KeyExpression expression, Message message) {
    return KeyEvaluator.bind(expression, message.getDescriptorForType(), 5).evaluate(message);
  }

  @Test
  void fieldGivesItsValue() {
    assertEquals(List.of(Tuple.from("walk")), evaluate(field("title"), NOTE));
    assertEquals(List.of(Tuple.from(2L)), evaluate(field("color"), NOTE));
  }

  @Test
  void fieldWithoutPresenceGivesItsDefaultAndOneWithPresenceNull() {
    Note bare = Note.getDefaultInstance();
    Tuple nothing = Tuple.fromList(Arrays.asList((Object) null));

    assertEquals(List.of(Tuple.from("")), evaluate(field("title"), bare));
    assertEquals(List.of(nothing), evaluate(field("author"), bare));
    assertEquals(List.of(nothing), evaluate(nest("place", field("city")), bare));
  }

  @Test
  void unsignedNumbersKeepTheirValue() {
    Numbers numbers =
        Numbers.newBuilder()
            .setUnsignedInt(-1)
            .setUnsignedLong(-1)
            .setSignedLong(-5)
            .setFlag(true)
            .setSmallFraction(1.5f)
            .setFraction(2.5)
            .build();

    assertEquals(
        List.of(
            Tuple.from(
                4_294_967_295L, new BigInteger("18446744073709551615"), -5L, true, 1.5f, 2.5)),
        evaluate(
            concat(
                field("unsigned_int"),
                field("unsigned_long"),
                field("signed_long"),
                field("flag"),
                field("small_fraction"),
                field("fraction")),
            numbers));
  }

  @Test
  void fanOutGivesEachElementOnceInTheOrderOfTheRecord() {
    assertEquals(
        List.of(Tuple.from("b"), Tuple.from("a")), evaluate(field("tag", FanType.FAN_OUT), NOTE));
    assertEquals(List.of(), evaluate(field("tag", FanType.FAN_OUT), Note.getDefaultInstance()));
  }

  @Test
  void concatenateGivesOneColumnWithAllElements() {
    assertEquals(
        List.of(Tuple.from(Tuple.from("b", "a", "b"), 7L)),
        evaluate(concat(field("tag", FanType.CONCATENATE), field("id")), NOTE));
  }

  @Test
  void concatCombinesEveryRowOfItsParts() {
    KeyExpression both =
        concat(field("tag", FanType.FAN_OUT), nest("visited", FanType.FAN_OUT, field("city")));

    assertEquals(
        List.of(
            Tuple.from("b", "Bern"),
            Tuple.from("b", "Rom"),
            Tuple.from("a", "Bern"),
            Tuple.from("a", "Rom")),
        evaluate(both, NOTE));
  }

  @Test
  void nestReachesIntoMessagesAndMaps() {
    assertEquals(
        List.of(Tuple.from("Ulm", 3L)),
        evaluate(nest("place", concat(field("city"), field("floor"))), NOTE));
    assertEquals(
        List.of(Tuple.from("k", "v")),
        evaluate(nest("attributes", FanType.FAN_OUT, concat(field("key"), field("value"))), NOTE));
  }

  @Test
  void constantsGiveTheSameForEveryRecord() {
    assertEquals(
        List.of(Tuple.from(5L, "x", 3L)),
        evaluate(concat(recordType(), literal("x"), empty(), literal(3)), NOTE));
    assertEquals(List.of(new Tuple()), evaluate(empty(), NOTE));
  }

  @Test
  void bindingNamesThePathOfWhatIsWrong() {
    assertRefused("Note.nothing does not exist", field("nothing"));
    assertRefused("Note.place.town does not exist", nest("place", field("town")));
    assertRefused("Note.tag is repeated", field("tag"));
    assertRefused("Note.visited is repeated", nest("visited", field("city")));
    assertRefused("Note.title is not repeated", field("title", FanType.FAN_OUT));
    assertRefused("Note.place is a message (Place)", field("place"));
    assertRefused("Note.title is no message", nest("title", field("x")));
  }

  private static void assertRefused(String expected, KeyExpression expression) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> KeyEvaluator.bind(expression, Note.getDescriptor(), 1));
    assertTrue(
        String.valueOf(refused.getMessage()).startsWith(expected), () -> refused.getMessage());
  }

  @Test
  void columnsNameWhatTheyHold() {
    KeyExpression expression =
        concat(
            field("id"),
            nest("visited", FanType.FAN_OUT, field("city")),
            nest("place", field("floor")));

    assertEquals(
        List.of(
            new KeyColumn("id", false),
            new KeyColumn("visited.city", true),
            new KeyColumn("place.floor", false)),
        expression.columns());
    assertEquals(
        "concat(field(id), nest(visited, FAN_OUT, field(city)), nest(place, field(floor)))",
        expression.toString());
  }

  @Test
  void singleTupleOfAnExpressionThatFansOutIsRefused() {
    KeyEvaluator tags = KeyEvaluator.bind(field("tag", FanType.FAN_OUT), Note.getDescriptor(), 1);

    assertThrows(IllegalStateException.class, () -> tags.evaluateOne(NOTE));
  }
}
