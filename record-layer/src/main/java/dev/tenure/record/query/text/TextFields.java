package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a filter or an order may name, and what each name means. Immutable: each method gives
 * others.
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

  private TextFields(
      Descriptor type,
      Optional<Map<String, Named>> names,
      boolean hasParameters,
      boolean hasCalls) {
    this.type = type;
    this.names = names;
    this.hasParameters = hasParameters;
    this.hasCalls = hasCalls;
  }

  /**
   * All fields of a message, by the names that they have there, ranks of them, and what is stored
   * beside a record.
   */
  public static TextFields of(Descriptor type) {
    return new TextFields(type, Optional.empty(), true, true);
  }

  /** All fields of the elements of a repeated field, which are no records. */
  static TextFields ofElements(Descriptor type) {
    return new TextFields(type, Optional.empty(), true, false);
  }

  /** No fields, of a message with these; the other methods name some. */
  public static TextFields named(Descriptor type) {
    return new TextFields(type, Optional.of(Map.of()), true, false);
  }

  /**
   * A name for a column.
   *
   * @param column a path of fields
   * @throws IllegalArgumentException when the message does not have it, or the name is one already
   */
  public TextFields field(String name, KeyExpression column) {
    return with(name, new Named(FieldPath.of(type, column).fields(), false, Map.of()));
  }

  /**
   * A name for a column of milliseconds since 1970, which texts write as times after RFC 3339.
   *
   * @throws IllegalArgumentException when the column holds no whole numbers; as {@link #field}
   */
  public TextFields millis(String name, KeyExpression column) {
    FieldPath path = FieldPath.of(type, column);
    if (path.leaf().getJavaType() != FieldDescriptor.JavaType.LONG) {
      throw new IllegalArgumentException(path.described() + " and holds no milliseconds");
    }
    return with(name, new Named(path.fields(), true, Map.of()));
  }

  /**
   * A name that is equal to one of some words, each of which stands for a condition.
   *
   * @param choices at least one word with its condition, in the order of errors
   * @throws IllegalArgumentException when there is no word, or the name is one already
   */
  public TextFields choice(String name, Map<String, QueryPredicate> choices) {
    if (choices.isEmpty()) {
      throw new IllegalArgumentException(name + " has no choices");
    }
    return with(name, new Named(List.of(), false, new LinkedHashMap<>(choices)));
  }

  private TextFields with(String name, Named meaning) {
    Map<String, Named> more = new LinkedHashMap<>(names.orElse(Map.of()));
    if (names.isEmpty() || more.putIfAbsent(name, meaning) != null) {
      throw new IllegalArgumentException(name + " is a name of " + type.getName() + " already");
    }
    return new TextFields(
        type, Optional.of(Collections.unmodifiableMap(more)), hasParameters, hasCalls);
  }

  /** The same names, for texts whose reader gives no values to parameters. */
  public TextFields withoutParameters() {
    return new TextFields(type, names, false, hasCalls);
  }

  /** The names in their order. */
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

  boolean hasCalls() {
    return hasCalls;
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
    if (!hasCalls) {
      throw scanner.error(
          path.column(), path + " is known of records only; accepted here: the name of a field");
    }
    ColumnCall.Function function = ColumnCall.named(path.segments()).orElseThrow();
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
   * What a name stands for.
   *
   * @param path the fields to the column; empty for choices
   * @param choices conditions by their words; empty for a column
   */
  record Named(List<FieldDescriptor> path, boolean isMillis, Map<String, QueryPredicate> choices) {}

  /** A name and its meaning. */
  record Alias(String name, Named meaning) {
    boolean isChoice() {
      return !meaning.choices().isEmpty();
    }

    String described() {
      return name + (isChoice() ? " is a choice" : " is a time");
    }
  }
}
