package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.RankFunction;
import dev.tenure.record.query.QueryPredicate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The names that a filter or an order may use, with the column or the conditions that each name
 * stands for. Immutable: each method returns another object.
 *
 * <pre>{@code
 * TextFields.named(Job.getDescriptor())
 *     .field("name", nest("spec", field("name")))
 *     .millis("due", field("due_millis"))
 *     .choice("state", Map.of("OPEN", isNull(field("end")), "DONE", notNull(field("end"))))
 * }</pre>
 */
public final class TextFields {
  private final Descriptor type;
  private final Optional<Map<String, Named>> names;
  private final boolean hasParameters;
  private final boolean hasCalls;
  private final KeyFunctions functions;

  private TextFields(
      Descriptor type,
      Optional<Map<String, Named>> names,
      boolean hasParameters,
      boolean hasCalls,
      KeyFunctions functions) {
    this.type = type;
    this.names = names;
    this.hasParameters = hasParameters;
    this.hasCalls = hasCalls;
    this.functions = functions;
  }

  /**
   * All fields of a message, by the names that they have there, ranks of them, what is stored
   * beside a record, and the built-in functions of fields.
   */
  public static TextFields of(Descriptor type) {
    return new TextFields(type, Optional.empty(), true, true, KeyFunctions.builtIn());
  }

  /** All fields of the elements of a repeated field, which are no records. */
  TextFields ofElements(Descriptor element) {
    return new TextFields(element, Optional.empty(), true, false, functions);
  }

  /**
   * The same fields, with the functions of a database in place of the built-in ones. Names that the
   * caller defines are not used in functions.
   */
  public TextFields withFunctions(KeyFunctions ofDatabase) {
    return new TextFields(type, names, hasParameters, hasCalls, ofDatabase);
  }

  /** A set without names, for a message type. The other methods add names. */
  public static TextFields named(Descriptor type) {
    return new TextFields(type, Optional.of(Map.of()), true, false, KeyFunctions.builtIn());
  }

  /**
   * Adds a name for a column.
   *
   * @param column a path of fields
   * @throws IllegalArgumentException when the message type does not have the column, or the name is
   *     taken
   */
  public TextFields field(String name, KeyExpression column) {
    return with(name, new Named(FieldPath.of(type, column).fields(), false, Map.of()));
  }

  /**
   * Adds a name for a column of milliseconds since 1970. Texts write its values as times in RFC
   * 3339.
   *
   * @throws IllegalArgumentException when the column does not hold whole numbers, and as {@link
   *     #field}
   */
  public TextFields millis(String name, KeyExpression column) {
    FieldPath path = FieldPath.of(type, column);
    if (path.leaf().getJavaType() != FieldDescriptor.JavaType.LONG) {
      throw new IllegalArgumentException(path.described() + " and holds no milliseconds");
    }
    return with(name, new Named(path.fields(), true, Map.of()));
  }

  /**
   * Adds a name with a fixed set of words as its values. Each word stands for a condition.
   *
   * @param choices at least one word with its condition; error messages list the words in this
   *     order
   * @throws IllegalArgumentException when there is no word, or the name is taken
   */
  public TextFields choice(String name, Map<String, QueryPredicate> choices) {
    if (choices.isEmpty()) {
      throw new IllegalArgumentException(name + " has no choices, expected at least one");
    }
    return with(name, new Named(List.of(), false, new LinkedHashMap<>(choices)));
  }

  private TextFields with(String name, Named meaning) {
    Map<String, Named> more = new LinkedHashMap<>(names.orElse(Map.of()));
    if (names.isEmpty() || more.putIfAbsent(name, meaning) != null) {
      throw new IllegalArgumentException(name + " is already a name of " + type.getName());
    }
    return new TextFields(
        type, Optional.of(Collections.unmodifiableMap(more)), hasParameters, hasCalls, functions);
  }

  /** The same names, for texts in which parameters are refused. */
  public TextFields withoutParameters() {
    return new TextFields(type, names, false, hasCalls, functions);
  }

  /** The names, in the order in which they were added. */
  public List<String> names() {
    return names
        .map(Map::keySet)
        .<List<String>>map(List::copyOf)
        .orElseGet(() -> type.getFields().stream().map(FieldDescriptor::getName).toList());
  }

  Descriptor type() {
    return type;
  }

  boolean hasParameters() {
    return hasParameters;
  }

  KeyFunctions functions() {
    return functions;
  }

  /** Whether a text may call a function by its name. */
  boolean hasFunction(String name) {
    return names.isEmpty() && !isOfIndexes(name) && functions.find(name).isPresent();
  }

  /** Whether a column is one of a function that a text may call, if it is known there. */
  static boolean isFunction(KeyExpression column) {
    return column instanceof KeyExpression.Function function && !isOfIndexes(function.name());
  }

  /** Ranks are called by other names, and orders are written behind a column. */
  private static boolean isOfIndexes(String name) {
    return RankFunction.isNamed(name)
        || Stream.of(KeyOrder.values()).anyMatch(each -> each.functionName().equals(name));
  }

  /** The names of all columns that a text may call. */
  Stream<String> calls() {
    return Stream.concat(
        hasCalls ? ColumnCall.names() : Stream.of(),
        functions.names().stream().filter(this::hasFunction));
  }

  FieldPath resolve(PathText path, TextScanner scanner) {
    if (path.call().isPresent()) {
      return call(path, path.call().get(), scanner);
    }
    if (names.isEmpty()) {
      return FieldPath.resolve(type, path, scanner);
    }
    PathText.Segment first = path.segments().get(0);
    Named found = names.get().get(first.text());
    if (found == null) {
      throw scanner.error(
          first.column(),
          "there is no field "
              + TextScanner.shown(first.text())
              + ", "
              + NearestName.hint(first.text(), names()));
    }
    if (path.segments().size() > 1) {
      PathText.Segment inside = path.segments().get(1);
      throw scanner.error(
          inside.column(),
          first.text() + " has no " + TextScanner.shown(inside.text()) + " inside");
    }
    return new FieldPath(found.path(), null, false, new Alias(first.text(), found), null);
  }

  private FieldPath call(PathText path, List<PathText> names, TextScanner scanner) {
    Optional<ColumnCall.Function> named = ColumnCall.named(path.segments());
    if (named.isEmpty()) {
      return FieldPath.of(FunctionCall.of(path, names, this, scanner));
    }
    if (!hasCalls) {
      throw scanner.error(
          path.column(), path + " is known of records only; accepted here: the name of a field");
    }
    ColumnCall.Function function = named.get();
    if (function.isRank() == names.isEmpty()) {
      throw scanner.error(
          path.column(),
          path
              + (function.isRank()
                  ? " is of no field; expected those of the group, then those of the score"
                  : " is of " + names.size() + " fields, expected none"));
    }
    ColumnCall call = ColumnCall.of(function, names, this, scanner);
    return FieldPath.of(scanner.made(path.column(), () -> requireColumn(call)));
  }

  private static ColumnCall requireColumn(ColumnCall call) {
    var unused = call.column();
    return call;
  }

  /**
   * The meaning of a name: a column or choices.
   *
   * @param path the fields from the record to the column; empty for choices
   * @param choices the conditions by their words; empty for a column
   */
  record Named(List<FieldDescriptor> path, boolean isMillis, Map<String, QueryPredicate> choices) {}

  /** A name with its meaning. */
  record Alias(String name, Named meaning) {
    boolean isChoice() {
      return !meaning.choices().isEmpty();
    }

    String described() {
      return name + (isChoice() ? " is a choice" : " is a time");
    }
  }
}
