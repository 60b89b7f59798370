package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a path, from a field of the record to the field with the value. A map counts as a
 * repeated message of entries, as in the wire format. Behind its field comes the entry's {@code
 * key} when the path ends at the map, and the entry's {@code value} when the path has a star.
 *
 * @param isElement whether the path means one element of its only field, which is repeated
 * @param mapKey the key at the end of {@code map.key}, null unless the path names one
 * @param alias the name that stands for the fields; null when they are named themselves
 * @param call the column that is called, which has no fields; null for a path of fields
 */
record FieldPath(
    List<FieldDescriptor> fields,
    PathText.@Nullable Segment mapKey,
    boolean isElement,
    TextFields.@Nullable Alias alias,
    @Nullable CalledColumn call) {
  /** The name of an element that is a value, in filters. */
  static final String ELEMENT = "element";

  private static final int MAP_KEY = 1;
  private static final int MAP_VALUE = 2;

  private FieldPath(List<FieldDescriptor> fields) {
    this(List.copyOf(fields), null, false, null, null);
  }

  /** The path of one element of a repeated field of values. */
  static FieldPath element(FieldDescriptor repeated) {
    return new FieldPath(List.of(repeated), null, true, null, null);
  }

  static FieldPath of(CalledColumn call) {
    return new FieldPath(List.of(), null, false, null, call);
  }

  /** The path of the map or repeated field itself, without the key of the map's entries. */
  FieldPath repeated() {
    boolean isOfEntry = fields.size() > 1 && leaf().getContainingType().getOptions().getMapEntry();
    return isOfEntry && leaf().getNumber() == MAP_KEY
        ? new FieldPath(fields.subList(0, fields.size() - 1))
        : this;
  }

  /** The column of a repeated field, as conditions on its elements use it. */
  KeyExpression repeatedColumn() {
    return inside(Keys.field(leaf().getName(), FanType.FAN_OUT));
  }

  /**
   * All elements of a repeated field, or all entries of a map, as one value.
   *
   * @throws IllegalArgumentException when the field is not repeated, or one around it is
   */
  KeyExpression concatenated() {
    long repeated = fields.stream().filter(FieldDescriptor::isRepeated).count();
    if (isCall() || isElement || repeated != 1 || !leaf().isRepeated()) {
      throw new IllegalArgumentException(described() + "; accepted here: a repeated field");
    }
    return inside(
        isMessage()
            ? Keys.nest(leaf().getName(), FanType.CONCATENATE, Keys.empty())
            : Keys.field(leaf().getName(), FanType.CONCATENATE));
  }

  /** A column of the last field, inside the messages around it. */
  private KeyExpression inside(KeyExpression ofLast) {
    KeyExpression column = ofLast;
    for (int i = fields.size() - 2; i >= 0; i--) {
      column = Keys.nest(fields.get(i).getName(), fan(fields.get(i)), column);
    }
    return column;
  }

  static FieldPath resolve(Descriptor type, PathText path, TextScanner scanner) {
    List<FieldDescriptor> fields = new ArrayList<>();
    @Nullable Descriptor inside = type;
    for (PathText.Segment segment : path.segments()) {
      if (inside == null) {
        throw scanner.error(
            segment.column(),
            new FieldPath(fields).described()
                + " and has no "
                + TextScanner.shown(segment.text())
                + " inside");
      }
      FieldDescriptor field;
      if (fields.isEmpty() || !inside.getOptions().getMapEntry()) {
        field = find(inside, segment, scanner);
      } else if (segment.isStar()) {
        field = inside.findFieldByNumber(MAP_VALUE);
      } else {
        field = inside.findFieldByNumber(MAP_KEY);
        fields.add(field);
        requireLast(path, segment, scanner);
        return new FieldPath(List.copyOf(fields), segment, false, null, null);
      }
      fields.add(field);
      inside = field.getJavaType() == JavaType.MESSAGE ? field.getMessageType() : null;
    }
    if (inside != null && inside.getOptions().getMapEntry()) {
      fields.add(inside.findFieldByNumber(MAP_KEY));
    }
    return new FieldPath(fields);
  }

  private static FieldDescriptor find(
      Descriptor type, PathText.Segment segment, TextScanner scanner) {
    FieldDescriptor field = type.findFieldByName(segment.text());
    if (field == null) {
      List<String> names = type.getFields().stream().map(FieldDescriptor::getName).toList();
      throw scanner.error(
          segment.column(),
          type.getName()
              + " has no field "
              + TextScanner.shown(segment.text())
              + ", "
              + NearestName.hint(segment.text(), names));
    }
    return field;
  }

  private static void requireLast(PathText path, PathText.Segment key, TextScanner scanner) {
    List<PathText.Segment> segments = path.segments();
    if (!key.equals(segments.get(segments.size() - 1))) {
      throw scanner.error(
          key.column(), "fields behind the key of a map are not supported; accepted: MAP.KEY:*");
    }
  }

  /**
   * Finds the path of a column.
   *
   * @throws IllegalArgumentException when the column is not a path of fields of the type
   */
  static FieldPath of(Descriptor type, KeyExpression column) {
    List<KeyExpression> called = ColumnCall.fieldsOf(column);
    return ColumnCall.function(column)
        .map(
            function ->
                new ColumnCall(
                    function, called.stream().map(field -> ofFields(type, field)).toList()))
        .map(FieldPath::of)
        .orElseGet(() -> ofFields(type, column));
  }

  private static FieldPath ofFields(Descriptor type, KeyExpression column) {
    List<FieldDescriptor> fields = new ArrayList<>();
    @Nullable Descriptor inside = type;
    @Nullable KeyExpression rest = column;
    while (rest != null && !(isWhole(rest) && !fields.isEmpty())) {
      String name = nameOf(rest);
      FieldDescriptor field = inside == null ? null : inside.findFieldByName(name);
      if (field == null) {
        throw new IllegalArgumentException(type.getName() + " has no field for " + column);
      }
      fields.add(field);
      inside = field.getJavaType() == JavaType.MESSAGE ? field.getMessageType() : null;
      rest = rest instanceof KeyExpression.Nest nest ? nest.child() : null;
    }
    return new FieldPath(fields);
  }

  /** Whether a column inside a message stands for the message itself. */
  private static boolean isWhole(KeyExpression inside) {
    return inside instanceof KeyExpression.Literal || inside instanceof KeyExpression.Empty;
  }

  /** The name of the first field of a column. */
  static String nameOf(KeyExpression column) {
    if (column instanceof KeyExpression.Nest nest) {
      return nest.name();
    }
    if (column instanceof KeyExpression.Field field) {
      return field.name();
    }
    throw new IllegalArgumentException(column + " is not a field");
  }

  /** This path, followed by a field of the message at its end. */
  FieldPath inside(FieldDescriptor field) {
    List<FieldDescriptor> longer = new ArrayList<>(fields);
    longer.add(field);
    return new FieldPath(longer);
  }

  FieldPath inside(PathText.Segment name, TextScanner scanner) {
    return inside(find(leaf().getMessageType(), name, scanner));
  }

  boolean isCall() {
    return call != null;
  }

  boolean isChoice() {
    return alias != null && alias.isChoice();
  }

  /** The conditions of a choice, by the words that stand for them. */
  Map<String, QueryPredicate> choices() {
    return alias == null ? Map.of() : alias.meaning().choices();
  }

  /** Whether the column holds milliseconds since 1970, which a filter writes as times. */
  boolean isMillis() {
    return alias != null && alias.meaning().isMillis();
  }

  /** Parses a value of the column; empty when the text is not a value. */
  Optional<Object> literal(String text) {
    if (call != null) {
      return call.parse(text);
    }
    return isMillis() ? TimeText.millis(text) : LiteralText.parse(leaf(), text);
  }

  /** The values that the column accepts, for the error of a refused text. */
  String accepted(String text) {
    if (call != null) {
      return call.accepted();
    }
    return isMillis() ? TimeText.ACCEPTED_MILLIS : LiteralText.accepted(leaf(), text);
  }

  /** The canonical text of a value of the column. */
  String print(Object value) {
    return call == null ? LiteralText.print(leaf(), value) : call.print(value);
  }

  /** Whether a value of the column may begin with another. */
  boolean hasPrefixes() {
    return call != null
        ? call.hasPrefixes()
        : isString() || leaf().getJavaType() == JavaType.BYTE_STRING;
  }

  boolean isString() {
    return !isCall() && leaf().getJavaType() == JavaType.STRING;
  }

  FieldDescriptor leaf() {
    return fields.get(fields.size() - 1);
  }

  boolean isMessage() {
    return !isCall() && leaf().getJavaType() == JavaType.MESSAGE;
  }

  boolean fansOut() {
    return !isElement && fields.stream().anyMatch(FieldDescriptor::isRepeated);
  }

  /** Whether the column has elements of a repeated field or a map. Elements are never null. */
  boolean hasElements() {
    return !isCall()
        && (leaf().isRepeated() || leaf().getContainingType().getOptions().getMapEntry());
  }

  /** Whether a record tells that the field was not set. */
  boolean knowsPresence() {
    return isCall() || hasElements() || leaf().hasPresence();
  }

  /**
   * The path of a column that is null exactly when this path's field was not set. For a message
   * that is not repeated, the column is a field of the message that is set whenever the message is
   * set.
   */
  FieldPath presence(TextScanner scanner, int column) {
    if (!isMessage() || hasElements()) {
      return this;
    }
    return leaf().getMessageType().getFields().stream()
        .filter(field -> !field.isRepeated() && !field.hasPresence())
        .findFirst()
        .map(this::inside)
        .orElseThrow(
            () ->
                scanner.error(
                    column,
                    described()
                        + ", and each of its fields may be missing when it is set; ask for the"
                        + " presence of one: "
                        + this
                        + ".FIELD:*"));
  }

  /** The column of the path. For repeated messages it is a constant for each message. */
  KeyExpression column() {
    if (isElement) {
      return Predicates.element();
    }
    if (call != null) {
      return call.column();
    }
    KeyExpression column =
        isMessage()
            ? Keys.nest(leaf().getName(), fan(leaf()), Keys.literal(true))
            : Keys.field(leaf().getName(), fan(leaf()));
    return inside(column);
  }

  private static FanType fan(FieldDescriptor field) {
    return field.isRepeated() ? FanType.FAN_OUT : FanType.NONE;
  }

  /** The path as a filter writes it. */
  @Override
  public String toString() {
    if (isElement) {
      return ELEMENT;
    }
    if (alias != null) {
      return alias.name();
    }
    if (call != null) {
      return call.toString();
    }
    StringBuilder text = new StringBuilder();
    for (FieldDescriptor field : fields) {
      boolean isOfEntry = !text.isEmpty() && field.getContainingType().getOptions().getMapEntry();
      if (isOfEntry && field.getNumber() == MAP_KEY) {
        break;
      }
      String name = isOfEntry ? "*" : field.getName();
      text.append(text.isEmpty() ? TextScanner.firstName(name) : '.' + name);
    }
    return text.toString();
  }

  /** The path with its type, for errors. */
  String described() {
    if (alias != null && (isChoice() || isMillis())) {
      return alias.described();
    }
    if (call != null) {
      return call.described();
    }
    FieldDescriptor leaf = leaf();
    String type =
        switch (leaf.getJavaType()) {
          case ENUM -> "enum " + leaf.getEnumType().getName();
          case MESSAGE -> "message " + leaf.getMessageType().getName();
          default -> leaf.getType().name().toLowerCase(Locale.ROOT);
        };
    return this + (fansOut() ? " is repeated " : " is ") + type;
  }
}
