package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Numbers;
import dev.tenure.record.test.Place;
import dev.tenure.record.test.Rich;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Which changes of a record are known to leave its tuples as they are. */
final class FieldsReadTest {
  private static final Note NOTE =
      Note.newBuilder()
          .setId(7)
          .setTitle("walk")
          .addTag("b")
          .addTag("a")
          .setPlace(Place.newBuilder().setCity("Ulm").setFloor(3))
          .build();

  private static boolean givesSame(KeyExpression expression, Message one, Message other) {
    KeyEvaluator evaluator = KeyEvaluator.bind(expression, one.getDescriptorForType(), 5);
    boolean same = evaluator.givesSame(one, other);
    assertEquals(same, evaluator.givesSame(other, one), "the other way round");
    return same;
  }

  @Test
  void fieldsThatAreNotReadMayChange() {
    Note other = NOTE.toBuilder().setTitle("run").build();

    assertTrue(givesSame(concat(field("id"), field("tag", FanType.FAN_OUT)), NOTE, other));
    assertFalse(givesSame(concat(field("id"), field("title")), NOTE, other));
    assertFalse(givesSame(Keys.keyWithValue(concat(field("id"), field("title")), 1), NOTE, other));
    assertFalse(givesSame(Keys.grouping(concat(field("id"), field("title")), 1), NOTE, other));
    assertTrue(givesSame(concat(literal(3L), empty()), NOTE, other));
  }

  @Test
  void unsetFieldIsNotOneThatIsSetToItsDefault() {
    Note unset = NOTE.toBuilder().clearAuthor().build();
    Note empty = NOTE.toBuilder().setAuthor("").build();

    assertFalse(givesSame(field("author"), unset, empty));
    assertTrue(givesSame(field("author"), unset, unset.toBuilder().build()));
    assertTrue(givesSame(field("author"), empty, empty.toBuilder().build()));
    Note untitled = NOTE.toBuilder().clearTitle().build();
    assertTrue(givesSame(field("title"), untitled, untitled.toBuilder().setTitle("").build()));
  }

  @Test
  void nestedMessageIsComparedAsAWhole() {
    KeyExpression city = nest("place", field("city"));
    Note same = NOTE.toBuilder().setPlace(NOTE.getPlace().toBuilder()).build();

    assertTrue(givesSame(city, NOTE, same));
    assertFalse(givesSame(city, NOTE, NOTE.toBuilder().clearPlace().build()));
    Note.Builder elsewhere = NOTE.toBuilder();
    elsewhere.getPlaceBuilder().setCity("Bern");
    assertFalse(givesSame(city, NOTE, elsewhere.build()));
    Note bare = NOTE.toBuilder().clearPlace().build();
    assertFalse(givesSame(city, bare, bare.toBuilder().setPlace(Place.newBuilder()).build()));
  }

  @Test
  void repeatedFieldIsComparedInItsOrder() {
    KeyExpression tags = field("tag", FanType.CONCATENATE);

    assertTrue(givesSame(tags, NOTE, NOTE.toBuilder().clearTag().addTag("b").addTag("a").build()));
    assertFalse(givesSame(tags, NOTE, NOTE.toBuilder().clearTag().addTag("a").addTag("b").build()));
    assertFalse(givesSame(tags, NOTE, NOTE.toBuilder().addTag("a").build()));
  }

  @Test
  void typeVersionAndFunctionsAreNeverKnown() {
    assertFalse(givesSame(concat(recordType(), field("id")), NOTE, NOTE));
    assertFalse(givesSame(concat(version(), field("id")), NOTE, NOTE));
    assertFalse(
        givesSame(
            concat(field("id"), function("cardinality", field("tag", FanType.CONCATENATE))),
            NOTE,
            NOTE));
    assertFalse(givesSame(Keys.incarnation(), NOTE, NOTE));
  }

  @Test
  void notANumberHasManyFormsThatAreEqualAndHaveDifferentKeys() {
    Numbers one = Numbers.newBuilder().setFraction(Double.NaN).build();
    Numbers other =
        Numbers.newBuilder().setFraction(Double.longBitsToDouble(0x7ff8_0000_0000_0001L)).build();
    assertEquals(one, other);

    assertFalse(givesSame(field("fraction"), one, other));
    assertFalse(givesSame(field("small_fraction"), one, one));
    assertFalse(givesSame(nest("leaf", field("name")), rich(), rich()), "its ratio is a fraction");
    assertTrue(givesSame(field("signed_long"), one, other));
  }

  private static Rich rich() {
    return Rich.getDefaultInstance();
  }

  @Test
  void recordOfAnotherTypeIsRefused() {
    KeyEvaluator evaluator = KeyEvaluator.bind(field("id"), Note.getDescriptor(), 5);

    assertThrows(
        RuntimeException.class, () -> evaluator.givesSame(NOTE, Numbers.getDefaultInstance()));
  }

  /** Whatever is said to be the same is the same, to the byte. */
  @Test
  void whatIsKnownToBeTheSameGivesTheSameTuples() {
    RandomGenerator random = Seeds.random("FieldsReadTest");
    RandomExpressions expressions = new RandomExpressions(random);
    RandomRecords records = new RandomRecords(random);
    int same = 0;
    for (int i = 0; i < 4_000; i++) {
      KeyExpression expression = expressions.of(Rich.getDescriptor());
      KeyEvaluator evaluator = KeyEvaluator.bind(expression, Rich.getDescriptor(), 9);
      Message before = records.rich();
      Message after = changed(before, records.rich(), random);
      if (evaluator.givesSame(before, after)) {
        same++;
        assertEquals(
            packed(evaluator, before),
            packed(evaluator, after),
            () -> expression + " of " + before + " and " + after);
      }
    }
    assertTrue(same > 500, "known to be the same: " + same);
  }

  /** Some fields of one record, the others of another. */
  private static Message changed(Message before, Message other, RandomGenerator random) {
    DynamicMessage.Builder after = DynamicMessage.newBuilder(before);
    for (FieldDescriptor field : before.getDescriptorForType().getFields()) {
      if (random.nextInt(4) > 0) {
        continue;
      }
      after.clearField(field);
      if (field.isRepeated() || other.hasField(field)) {
        after.setField(field, other.getField(field));
      }
    }
    return random.nextBoolean()
        ? after.build()
        : Rich.newBuilder().mergeFrom(after.build()).build();
  }

  private static Optional<List<String>> packed(KeyEvaluator evaluator, Message record) {
    try {
      return Optional.of(
          evaluator.evaluateAll(record, RecordFacts.NONE).stream()
              .map(Tuple::pack)
              .map(Arrays::toString)
              .toList());
    } catch (RecordLayerException notComputable) {
      return Optional.empty();
    }
  }
}
