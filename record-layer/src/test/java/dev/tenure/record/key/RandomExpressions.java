package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.split;
import static dev.tenure.record.key.Keys.version;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Random expressions that can be bound to a message type. */
final class RandomExpressions {
  private static final String[] TOTAL_FUNCTIONS = {"bit_and", "bit_or", "bit_xor"};

  private final RandomGenerator random;
  private final RandomRecords values;

  RandomExpressions(RandomGenerator random) {
    this.random = random;
    this.values = new RandomRecords(random);
  }

  /** An expression of a few levels, in one case of four a grouping or key with value. */
  KeyExpression of(Descriptor type) {
    KeyExpression whole = inner(type, 3);
    int columns = random.nextInt(whole.columnCount() + 1);
    boolean isCuttable =
        whole.prefix(columns).isPresent() && whole.subKey(columns, whole.columnCount()).isPresent();
    if (!isCuttable || random.nextInt(4) != 0) {
      return whole;
    }
    return random.nextBoolean() && !whole.fansOut()
        ? Keys.keyWithValue(whole, columns)
        : Keys.grouping(whole, whole.columnCount() - columns);
  }

  private KeyExpression inner(Descriptor type, int depth) {
    int kind = random.nextInt(depth == 0 ? 5 : 12);
    return switch (kind) {
      case 0, 1, 2 -> scalar(type);
      case 3 -> repeated(type);
      case 4 -> constant();
      case 5, 6 -> concat(parts(type, depth));
      case 7 -> list(parts(type, depth));
      case 8, 9 -> nested(type, depth);
      case 10 -> ordered(order(), scalar(type));
      default -> arithmetic(type);
    };
  }

  private KeyExpression[] parts(Descriptor type, int depth) {
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> inner(type, depth - 1))
        .toArray(KeyExpression[]::new);
  }

  private KeyExpression scalar(Descriptor type) {
    FieldDescriptor found =
        any(
            type.getFields().stream()
                .filter(f -> !f.isRepeated() && f.getJavaType() != JavaType.MESSAGE)
                .toList());
    return field(found.getName(), any(List.of(NullRule.values())));
  }

  private KeyExpression repeated(Descriptor type) {
    List<FieldDescriptor> fields =
        type.getFields().stream()
            .filter(f -> f.isRepeated() && f.getJavaType() != JavaType.MESSAGE)
            .toList();
    if (fields.isEmpty()) {
      return constant();
    }
    String name = any(fields).getName();
    return switch (random.nextInt(4)) {
      case 0 -> field(name, FanType.CONCATENATE);
      case 1 -> Keys.cardinality(field(name, FanType.CONCATENATE));
      case 2 -> split(field(name, FanType.FAN_OUT), 1 + random.nextInt(3));
      default -> field(name, FanType.FAN_OUT);
    };
  }

  private KeyExpression nested(Descriptor type, int depth) {
    List<FieldDescriptor> fields =
        type.getFields().stream().filter(f -> f.getJavaType() == JavaType.MESSAGE).toList();
    if (fields.isEmpty()) {
      return scalar(type);
    }
    FieldDescriptor found = any(fields);
    KeyExpression child = inner(found.getMessageType(), depth - 1);
    if (!found.isRepeated()) {
      return nest(found.getName(), child);
    }
    return random.nextInt(3) == 0 && !child.fansOut()
        ? nest(found.getName(), FanType.CONCATENATE, child)
        : nest(found.getName(), FanType.FAN_OUT, child);
  }

  private KeyExpression constant() {
    return switch (random.nextInt(10)) {
      case 0 -> empty();
      case 1 -> recordType();
      case 2 -> version();
      case 3 -> literal(null);
      case 4 -> literal(values.longValue());
      case 5 -> literal(values.doubleValue());
      case 6 -> literal(values.string());
      case 7 -> incarnation();
      case 8 -> any(List.of(StoredColumn.values())).expression();
      default -> literal(new byte[] {0, (byte) random.nextInt()});
    };
  }

  private KeyExpression arithmetic(Descriptor type) {
    List<FieldDescriptor> fields =
        type.getFields().stream()
            .filter(f -> !f.isRepeated() && f.getType() == FieldDescriptor.Type.INT64)
            .toList();
    KeyExpression left =
        fields.isEmpty() ? literal(values.longValue()) : field(any(fields).getName());
    String name = TOTAL_FUNCTIONS[random.nextInt(TOTAL_FUNCTIONS.length)];
    return function(name, left, literal(values.longValue()));
  }

  private KeyOrder order() {
    return any(List.of(KeyOrder.values()));
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
