package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.metadata.Protos;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns of one name that hold other types in other record types, in one index and in several. */
final class MixedTypesTest {
  private static final FileDescriptor FILE =
      Protos.file(
          """
          message One {
            int64 id = 1;
            optional float fraction = 2;
            optional int32 whole = 3;
            optional uint64 natural = 4;
            optional :Shade shade = 5;
            optional bytes blob = 6;
          }
          message Two {
            int64 id = 1;
            optional double fraction = 2;
            optional fixed64 whole = 3;
            optional uint32 natural = 4;
            optional sint32 shade = 5;
            optional bytes blob = 6;
          }
          enum Shade { NONE = 0; LIGHT = 1; DARK = -7; }
          """);
  private static final KeyExpression ID = field("id");
  private static final KeyExpression FRACTION = field("fraction");

  private static final List<Message> RECORDS = records();

  private static List<Message> records() {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Descriptor type = FILE.getMessageTypes().get(i % 2);
      DynamicMessage.Builder record = DynamicMessage.newBuilder(type);
      set(record, "id", (long) i);
      if (i % 5 > 0) {
        double fraction = (i / 2 - 2) * 0.5;
        set(record, "fraction", i % 2 == 0 ? (Object) (float) fraction : (Object) fraction);
      }
      set(record, "whole", i % 2 == 0 ? (Object) (i - 4) : (Object) (long) (i - 5));
      set(record, "natural", i % 2 == 0 ? (Object) (-1L - i / 4) : (Object) (-1 - i / 4));
      set(record, "blob", ByteString.copyFrom(new byte[] {(byte) (i * 40), (byte) (i % 3)}));
      FieldDescriptor shade = type.findFieldByName("shade");
      int number = new int[] {0, 1, -7}[i % 3];
      record.setField(
          shade, i % 2 == 0 ? shade.getEnumType().findValueByNumber(number) : (Object) number);
      records.add(record.build());
    }
    return records;
  }

  private static void set(DynamicMessage.Builder record, String name, Object value) {
    record.setField(record.getDescriptorForType().findFieldByName(name), value);
  }

  private static RecordMetaData metaData(boolean shared, Index... indexes) {
    RecordMetaData.Builder builder = RecordMetaData.builder().version(1);
    for (Descriptor type : FILE.getMessageTypes()) {
      builder.recordType(
          DynamicMessage.getDefaultInstance(type),
          each -> {
            each.primaryKey(ID);
            if (shared) {
              each.inSharedExtent();
            }
          });
    }
    for (Index index : indexes) {
      builder.index(List.of("One", "Two"), index);
    }
    return builder.build();
  }

  static Stream<Index> indexes() {
    return Stream.of(
            List.of(Index.value("i", FRACTION)),
            Stream.of(KeyOrder.values())
                .map(order -> Index.value("i", ordered(order, FRACTION)))
                .toList(),
            Stream.of("whole", "natural", "shade", "blob")
                .map(name -> Index.value("i", field(name)))
                .toList(),
            List.of(
                Index.value("i", concat(recordType(), FRACTION)),
                Index.value("i", concat(FRACTION, field("whole")))))
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void indexOverBothTypesGivesWhatALookAtEveryRecordGives(Index index) {
    for (boolean shared : new boolean[] {false, true}) {
      RecordMetaData metaData = metaData(shared, index);
      try (CheckedStore store = new CheckedStore(metaData, RECORDS)) {
        for (QueryPredicate condition : conditions()) {
          for (String[] types :
              List.of(new String[] {"One"}, new String[] {"Two"}, new String[] {"One", "Two"})) {
            RecordQuery query = RecordQuery.of(types).where(condition).allowIndexes("i");
            check(store, metaData, query);
          }
        }
        checkOrders(store, index);
      }
    }
  }

  private static List<QueryPredicate> conditions() {
    return List.of(
        equal(FRACTION, 0.5),
        in(FRACTION, 0.5, 1.0, 0.1),
        less(FRACTION, 0.5),
        and(greaterOrEqual(FRACTION, -0.5), less(FRACTION, 1.25)),
        equal(field("whole"), 2),
        and(greaterOrEqual(field("whole"), -3), less(field("whole"), 4)),
        greaterOrEqual(field("natural"), 0),
        less(field("natural"), 4_294_967_295L),
        equal(field("natural"), 4_294_967_295L),
        equal(field("shade"), -7),
        less(field("shade"), 1),
        startsWith(field("blob"), new byte[] {80}),
        less(field("blob"), new byte[] {120, 1}),
        and(equal(recordType(), 1), less(FRACTION, 1.0)));
  }

  private static void check(CheckedStore store, RecordMetaData metaData, RecordQuery query) {
    List<Long> expected =
        RECORDS.stream()
            .filter(record -> query.types().contains(type(record)))
            .filter(
                record ->
                    metaData
                        .bound()
                        .predicate(query.condition().orElseThrow(), type(record))
                        .holds(record))
            .map(MixedTypesTest::id)
            .toList();
    assertEquals(
        expected,
        CheckedStore.ids(store.keys(query)).stream().sorted().toList(),
        () -> query + "\n" + store.store().explain(query));
  }

  /** Numbers are ordered as numbers, whatever type holds them. */
  private static void checkOrders(CheckedStore store, Index index) {
    RecordQuery query = RecordQuery.of().limit(100).where(greaterOrEqual(FRACTION, -10.0));
    List<Long> expected =
        RECORDS.stream()
            .filter(record -> record.hasField(fraction(record)))
            .sorted(
                (one, other) ->
                    Double.compare(
                        ((Number) one.getField(fraction(one))).doubleValue(),
                        ((Number) other.getField(fraction(other))).doubleValue()))
            .map(MixedTypesTest::id)
            .toList();
    List<Double> up = fractions(CheckedStore.ids(store.keys(query.orderBy(ascending(FRACTION)))));
    assertEquals(fractions(expected), up, () -> "up by " + index);
    List<Double> down =
        new ArrayList<>(
            fractions(CheckedStore.ids(store.keys(query.orderBy(descending(FRACTION))))));
    Collections.reverse(down);
    assertEquals(up, down, () -> "down by " + index);
  }

  private static List<Double> fractions(List<Long> ids) {
    return ids.stream()
        .map(id -> RECORDS.get((int) (long) id))
        .map(record -> ((Number) record.getField(fraction(record))).doubleValue())
        .toList();
  }

  private static FieldDescriptor fraction(Message record) {
    return record.getDescriptorForType().findFieldByName("fraction");
  }

  private static String type(Message record) {
    return record.getDescriptorForType().getName();
  }

  private static long id(Message record) {
    return (Long) record.getField(record.getDescriptorForType().findFieldByName("id"));
  }
}
