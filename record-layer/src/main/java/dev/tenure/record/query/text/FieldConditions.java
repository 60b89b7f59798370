package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a condition of a field, a sign and a value, or refuses the three with the reason.
 *
 * @param element the repeated field of values, in a condition on its elements; null in a condition
 *     on messages of the type
 */
record FieldConditions(TextFields fields, TextScanner scanner, @Nullable FieldDescriptor element) {

  FieldConditions(TextFields fields, TextScanner scanner) {
    this(fields, scanner, null);
  }

  /** Returns a maker of conditions on the elements of a repeated field. */
  FieldConditions ofElements(FieldPath repeated) {
    FieldDescriptor leaf = repeated.leaf();
    return repeated.isMessage()
        ? new FieldConditions(inside(leaf.getMessageType()), scanner)
        : new FieldConditions(inside(leaf.getContainingType()), scanner, leaf);
  }

  private TextFields inside(Descriptor message) {
    TextFields all = fields.ofElements(message);
    return fields.hasParameters() ? all : all.withoutParameters();
  }

  FieldPath resolve(PathText path) {
    if (element != null) {
      if (!path.toString().equals(FieldPath.ELEMENT)) {
        throw scanner.error(
            path.column(),
            element.getName()
                + " has elements that are values; a condition names such a value element");
      }
      return FieldPath.element(element);
    }
    return fields.resolve(path, scanner);
  }

  QueryPredicate value(FieldPath path, CompareSign sign, TextValue value) {
    if (path.isChoice()) {
      return choice(path, sign, value);
    }
    PathText.Segment key = path.mapKey();
    if (key != null) {
      return hasKey(path, sign, value, key);
    }
    if (value.isNull()) {
      return nullCheck(path, sign, value);
    }
    if (value.isAnything() && sign == CompareSign.HAS) {
      return present(path, value.column());
    }
    if (!path.isMessage()) {
      if (value.isAnything()) {
        throw mismatch(path, sign.toString(), value, "accepted for presence: " + path + ":*");
      }
      Object literal = literal(path, sign.toString(), value);
      return scanner.made(
          value.column(),
          () -> compared(path, sign, Operand.of(literal), value.stars(), value.column()));
    }
    if (TimeText.isTime(path.leaf()) && !value.hasStars()) {
      return time(path, sign, value);
    }
    if (sign == CompareSign.HAS && !value.hasStars()) {
      PathText.Segment name = new PathText.Segment(value.text(), true, value.column());
      return present(path.inside(name, scanner), value.column());
    }
    throw mismatch(path, sign.toString(), value, path.accepted(value.text()));
  }

  QueryPredicate parameter(FieldPath path, CompareSign sign, String name, Stars stars, int column) {
    requireParameters(name, column);
    requireValues(path, sign.toString(), column);
    Operand parameter = scanner.made(column, () -> Predicates.parameter(name));
    return compared(path, sign, parameter, stars, column);
  }

  QueryPredicate column(FieldPath path, CompareSign sign, PathText other) {
    requireValues(path, sign.toString(), other.column());
    FieldPath right = resolve(other);
    requireValues(right, sign.toString(), other.column());
    return scanner.made(
        other.column(),
        () -> {
          QueryPredicate compared =
              Predicates.compare(path.column(), sign.operator(), right.column());
          return BoundPredicate.bind(compared, fields.type(), 0, fields.functions()).predicate();
        });
  }

  QueryPredicate in(FieldPath path, List<TextValue> values, int column) {
    if (path.isChoice()) {
      List<QueryPredicate> any =
          values.stream().map(value -> choice(path, CompareSign.EQUAL, value)).toList();
      return any.size() == 1 ? any.get(0) : scanner.made(column, () -> new QueryPredicate.Or(any));
    }
    requireValues(path, "in", column);
    Object[] literals =
        values.stream()
            .map(
                value -> {
                  if (value.hasStars() || value.isNull() || value.isReference()) {
                    throw mismatch(
                        path, "in", value, "accepted in a list: values; a parameter has no ( )");
                  }
                  return literal(path, "in", value);
                })
            .toArray();
    return scanner.made(column, () -> Predicates.in(path.column(), literals));
  }

  QueryPredicate in(FieldPath path, String parameter, int column) {
    requireParameters(parameter, column);
    requireValues(path, "in", column);
    return scanner.made(
        column, () -> Predicates.in(path.column(), Predicates.parameter(parameter)));
  }

  private QueryPredicate choice(FieldPath path, CompareSign sign, TextValue value) {
    boolean isOpposite = sign == CompareSign.NOT_EQUAL;
    QueryPredicate chosen = value.hasStars() ? null : path.choices().get(value.text());
    if (chosen == null || !(sign.isEquality() || isOpposite)) {
      List<String> words = List.copyOf(path.choices().keySet());
      throw mismatch(
          path,
          sign.toString(),
          value,
          chosen == null ? NearestName.hint(value.text(), words) : "accepted: = != : or in");
    }
    return isOpposite ? scanner.made(value.column(), () -> Predicates.not(chosen)) : chosen;
  }

  private void requireParameters(String name, int column) {
    if (!fields.hasParameters()) {
      throw scanner.error(
          column, "found $" + name + ", expected a value: parameters are not accepted here");
    }
  }

  private QueryPredicate compared(
      FieldPath path, CompareSign sign, Operand operand, Stars stars, int column) {
    KeyExpression left = scanner.made(column, path::column);
    if (stars == Stars.NONE) {
      return scanner.made(column, () -> Predicates.compare(left, sign.operator(), operand));
    }
    if (!path.hasPrefixes()) {
      throw scanner.error(
          column,
          path.described() + " and has no prefixes and no substrings; accepted: strings and bytes");
    }
    boolean isOpposite = sign == CompareSign.NOT_EQUAL && !path.fansOut();
    if (!sign.isEquality() && !isOpposite) {
      throw scanner.error(
          column,
          path.described()
              + " and cannot be compared by "
              + sign
              + " with a value that has a star; accepted: = : NOT, or \\* in quotes for the character");
    }
    QueryPredicate compared = Predicates.compare(left, stars.operator(), operand);
    return isOpposite ? Predicates.not(compared) : compared;
  }

  private QueryPredicate hasKey(
      FieldPath path, CompareSign sign, TextValue value, PathText.Segment key) {
    if (sign != CompareSign.HAS || !value.isAnything()) {
      throw scanner.error(
          key.column(),
          "the value of one key of a map cannot be compared; accepted: "
              + path
              + "."
              + key.text()
              + ":* for the key, "
              + path
              + ".* for any value");
    }
    TextValue text = new TextValue(key.text(), true, Stars.NONE, key.column());
    return Predicates.equal(path.column(), literal(path, ":", text));
  }

  private QueryPredicate nullCheck(FieldPath path, CompareSign sign, TextValue value) {
    boolean wantsNull = sign == CompareSign.EQUAL;
    if (!wantsNull && sign != CompareSign.NOT_EQUAL) {
      throw mismatch(path, sign.toString(), value, "accepted with null: = and !=");
    }
    if (wantsNull && path.hasElements()) {
      throw mismatch(path, "=", value, "no element is null; accepted for none: NOT " + path + ":*");
    }
    FieldPath presence = path.presence(scanner, value.column());
    KeyExpression column = scanner.made(value.column(), presence::column);
    return wantsNull ? Predicates.isNull(column) : Predicates.notNull(column);
  }

  /**
   * The condition that a field was set: it is not null. For a field that does not record whether it
   * was set, the condition is that it differs from its default value.
   */
  private QueryPredicate present(FieldPath path, int column) {
    KeyExpression present = scanner.made(column, path.presence(scanner, column)::column);
    return path.knowsPresence()
        ? Predicates.notNull(present)
        : Predicates.notEqual(present, defaultValue(path.leaf()));
  }

  private static Object defaultValue(FieldDescriptor field) {
    Object value = field.getDefaultValue();
    if (value instanceof EnumValueDescriptor constant) {
      return (long) constant.getNumber();
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }

  private QueryPredicate time(FieldPath path, CompareSign sign, TextValue value) {
    if (path.fansOut()) {
      throw mismatch(
          path,
          sign.toString(),
          value,
          "seconds and nanoseconds of one element; accepted: " + path + ".seconds");
    }
    TimeText.Moment moment =
        TimeText.parse(path.leaf(), value.text())
            .orElseThrow(
                () -> mismatch(path, sign.toString(), value, TimeText.accepted(path.leaf())));
    return scanner.made(value.column(), () -> TimeText.compared(path, sign.operator(), moment));
  }

  private Object literal(FieldPath path, String sign, TextValue value) {
    return path.literal(value.text())
        .orElseThrow(() -> mismatch(path, sign, value, path.accepted(value.text())));
  }

  /** Refuses a path whose values cannot be compared with a list, a parameter or a column. */
  private void requireValues(FieldPath path, String sign, int column) {
    if (path.isChoice()) {
      throw scanner.error(
          column,
          path.described()
              + " and is compared only with the words of the choice; "
              + NearestName.hint("", List.copyOf(path.choices().keySet())));
    }
    if (path.mapKey() != null || path.isMessage()) {
      throw scanner.error(
          column,
          path.described()
              + " and cannot be compared by "
              + sign
              + (path.mapKey() != null
                  ? " with the value of one key; accepted: " + path + ", its keys"
                  : "; " + path.accepted("")));
    }
  }

  private QueryTextException mismatch(
      FieldPath path, String sign, TextValue value, String accepted) {
    return scanner.error(
        value.column(),
        path.described()
            + " and cannot be compared by "
            + sign
            + " with "
            + value.shown()
            + "; "
            + accepted);
  }
}
