package dev.tenure.record.query.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import dev.tenure.record.Seeds;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.Keys;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.QueryPredicate.TextKind;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.test.Legacy;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Rich;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random conditions on all paths of fields are printed and parsed to equal ones. */
final class FilterRoundTripTest {
  private static final List<Descriptor> TYPES =
      List.of(
          Rich.getDescriptor(), Note.getDescriptor(), Legacy.getDescriptor(), TimeTextTest.TYPE);
  private static final List<String> STRINGS =
      List.of(
          "", "*", "a*b", "\\", "\"", "'", "\0\n\u007f\u0085", "é😀", "null", "AND", "$p", "5 ");
  private static final List<TextKind> FUNCTIONS =
      List.of(
          TextKind.ALL,
          TextKind.ANY,
          TextKind.PHRASE,
          TextKind.NEAR,
          TextKind.PREFIX,
          TextKind.TOKENS);
  private static final long[] LONGS = {0, 1, -1, -7, 42, Long.MIN_VALUE, Long.MAX_VALUE};
  private static final double[] DOUBLES = {
    0, -0.0, 0.1, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN
  };

  private final RandomGenerator random = Seeds.random("FilterRoundTripTest");

  /** A path to a value, as a column; of the repeated messages on it each is looked at. */
  private record Path(KeyExpression column, FieldDescriptor leaf, boolean fansOut) {
    Path inside(FieldDescriptor field) {
      return new Path(
          Keys.nest(field.getName(), fan(field), column), leaf, fansOut || field.isRepeated());
    }
  }

  private static FanType fan(FieldDescriptor field) {
    return field.isRepeated() ? FanType.FAN_OUT : FanType.NONE;
  }

  private static List<Path> paths(Descriptor type, int depth) {
    List<Path> paths = new ArrayList<>();
    for (FieldDescriptor field : type.getFields()) {
      if (field.getJavaType() != JavaType.MESSAGE) {
        paths.add(new Path(Keys.field(field.getName(), fan(field)), field, field.isRepeated()));
      } else if (depth > 0) {
        paths(field.getMessageType(), depth - 1).forEach(path -> paths.add(path.inside(field)));
      }
    }
    return paths;
  }

  @Test
  void conditionsComeBackEqual() {
    for (int i = 0; i < 3_000; i++) {
      Descriptor type = any(TYPES);
      QueryPredicate condition = condition(paths(type, 2), 4);
      String text = FilterText.print(condition, type);
      QueryPredicate parsed = FilterText.parse(text, type);
      assertEquals(condition, parsed, text);
      assertEquals(text, FilterText.print(parsed, type));
      assertEquals(condition, BoundPredicate.bind(parsed, type, 0).predicate());
    }
  }

  @Test
  void ordersComeBackEqual() {
    for (int i = 0; i < 1_000; i++) {
      Descriptor type = any(TYPES);
      List<KeyExpression> columns =
          paths(type, 3).stream().filter(path -> !path.fansOut()).map(Path::column).toList();
      List<OrderColumn> order =
          columns.isEmpty()
              ? List.of()
              : IntStream.range(0, random.nextInt(8))
                  .mapToObj(j -> new OrderColumn(any(columns), any(List.of(KeyOrder.values()))))
                  .toList();
      String text = OrderText.print(order);
      assertEquals(order, OrderText.parse(text, type), text);
      assertEquals(text, OrderText.print(OrderText.parse(text, type)));
    }
  }

  /** Spaces, parentheses and the other spelling of operators mean the same. */
  @Test
  void otherSpellingsMeanTheSame() {
    for (int i = 0; i < 1_000; i++) {
      Descriptor type = any(TYPES);
      QueryPredicate condition = condition(paths(type, 2), 1);
      String text = FilterText.print(condition, type);
      assertEquals(condition, FilterText.parse("\t((" + text + "  )\n)", type), text);
      QueryPredicate negated = Predicates.not(condition);
      assertEquals(negated, FilterText.parse("-(" + text + ")", type), text);
      assertEquals(negated, FilterText.parse("NOT  (" + text + ")", type), text);
      QueryPredicate twice = Predicates.and(negated, condition);
      assertEquals(twice, FilterText.parse("NOT (" + text + ") (" + text + ")", type), text);
    }
  }

  @Test
  void everyPathIsExpressible() {
    for (Descriptor type : TYPES) {
      List<Path> paths = paths(type, 3);
      assertTrue(paths.size() > 4);
      for (Path path : paths) {
        QueryPredicate condition = Predicates.equal(path.column(), value(path.leaf()));
        String text = FilterText.print(condition, type);
        assertEquals(condition, FilterText.parse(text, type), text);
      }
    }
  }

  private QueryPredicate condition(List<Path> paths, int depth) {
    int kind = random.nextInt(depth == 0 ? 7 : 12);
    Path path = any(paths);
    if (random.nextInt(8) == 0) {
      return called(paths);
    }
    if (path.leaf().getJavaType() == JavaType.STRING && random.nextInt(4) == 0) {
      return text(path);
    }
    return switch (kind) {
      case 0, 1, 2, 3, 4, 5, 6 -> leaf(paths, path, kind);
      case 7 -> Predicates.not(condition(paths, depth - 1));
      case 8, 9 -> Predicates.and(parts(paths, depth));
      default -> Predicates.or(parts(paths, depth));
    };
  }

  /** A comparison of a rank, or of what is stored beside a record. */
  private QueryPredicate called(List<Path> paths) {
    byte[] bytes = new byte[Versionstamp.LENGTH];
    random.nextBytes(bytes);
    bytes[0] = 0;
    List<KeyExpression> scores =
        paths.stream().filter(path -> !path.fansOut()).map(Path::column).limit(3).toList();
    KeyExpression rank =
        scores.isEmpty() ? Keys.created() : Keys.rankFromTop(scores.toArray(KeyExpression[]::new));
    List<KeyExpression> whole =
        List.of(rank, Keys.created(), Keys.updated(), Keys.storedSize(), Keys.recordType());
    boolean isVersion = random.nextInt(4) == 0;
    KeyExpression column = isVersion ? Keys.version() : any(whole);
    Object value = isVersion ? Versionstamp.fromBytes(bytes) : LONGS[random.nextInt(LONGS.length)];
    Operator operator = any(List.of(Operator.EQUAL, Operator.LESS, Operator.GREATER_OR_EQUAL));
    return switch (random.nextInt(4)) {
      case 0 -> Predicates.in(column, value, value);
      case 1 -> random.nextBoolean() ? Predicates.isNull(column) : Predicates.notNull(column);
      case 2 -> Predicates.compare(column, operator, Predicates.parameter("p"));
      default -> Predicates.compare(column, operator, value);
    };
  }

  private QueryPredicate text(Path path) {
    TextKind kind = any(FUNCTIONS);
    Object text = random.nextBoolean() ? any(STRINGS) : Predicates.parameter("p");
    int distance = kind == TextKind.NEAR ? random.nextInt(1, 9) : 0;
    return new TextMatch(
        path.column(), kind, Operand.of(text), distance, any(List.of("default", "whitespace")));
  }

  private QueryPredicate[] parts(List<Path> paths, int depth) {
    return IntStream.range(0, random.nextInt(2, 4))
        .mapToObj(i -> condition(paths, depth - 1))
        .toArray(QueryPredicate[]::new);
  }

  private QueryPredicate leaf(List<Path> paths, Path path, int kind) {
    Operator operator = any(List.of(Operator.values()));
    boolean hasPrefixes =
        path.leaf().getJavaType() == JavaType.STRING
            || path.leaf().getJavaType() == JavaType.BYTE_STRING;
    if (operator.isOfStrings() && !hasPrefixes) {
      operator = Operator.EQUAL;
    }
    boolean isElement =
        path.leaf().isRepeated() || path.leaf().getContainingType().getOptions().getMapEntry();
    return switch (kind) {
      case 0 -> Predicates.in(path.column(), Predicates.parameter("p" + random.nextInt(9)));
      case 1 ->
          Predicates.in(
              path.column(),
              IntStream.range(0, random.nextInt(1, 5)).mapToObj(i -> value(path.leaf())).toArray());
      case 2 ->
          isElement || random.nextBoolean()
              ? Predicates.notNull(path.column())
              : Predicates.isNull(path.column());
      case 3 -> Predicates.compare(path.column(), operator, Predicates.parameter("a_b"));
      case 4 ->
          Predicates.compare(
              path.column(), operator.isOfStrings() ? Operator.LESS : operator, other(paths, path));
      default -> Predicates.compare(path.column(), operator, value(path.leaf()));
    };
  }

  /** A column that can be compared with a path; a value when there is none. */
  private Object other(List<Path> paths, Path path) {
    List<KeyExpression> same =
        paths.stream()
            .filter(other -> !other.fansOut())
            .filter(other -> other.leaf().getJavaType() == path.leaf().getJavaType())
            .map(Path::column)
            .toList();
    return same.isEmpty() ? value(path.leaf()) : any(same);
  }

  private Object value(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case INT, LONG, ENUM ->
          random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
      case FLOAT, DOUBLE ->
          random.nextBoolean()
              ? DOUBLES[random.nextInt(DOUBLES.length)]
              : Double.longBitsToDouble(random.nextLong());
      case BOOLEAN -> random.nextBoolean();
      case STRING -> any(STRINGS) + any(STRINGS);
      case BYTE_STRING -> {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        yield ByteString.copyFrom(bytes);
      }
      case MESSAGE -> throw new IllegalArgumentException(field.getFullName());
    };
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
