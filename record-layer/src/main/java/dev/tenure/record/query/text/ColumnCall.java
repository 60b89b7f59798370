package dev.tenure.record.query.text;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.RankFunction;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A column that texts write as a call: a rank of fields, or a value that is stored beside a record.
 *
 * @param fields the fields of a rank: those of the group, then those of the score; empty for
 *     another function
 */
record ColumnCall(Function function, List<FieldPath> fields) implements CalledColumn {

  /** The type of a column's values, as text for people. */
  private enum Values {
    WHOLE,
    TIME,
    VERSION
  }

  /** The functions that a text may call. */
  enum Function {
    RANK("rank", Values.WHOLE),
    RANK_FROM_TOP("rankFromTop", Values.WHOLE),
    VERSION("version", Values.VERSION),
    INCARNATION("incarnation", Values.WHOLE),
    CREATED("created", Values.TIME),
    UPDATED("updated", Values.TIME),
    STORED_SIZE("storedSize", Values.WHOLE),
    RECORD_TYPE("recordType", Values.WHOLE);

    private final String called;
    private final Values values;

    Function(String called, Values values) {
      this.called = called;
      this.values = values;
    }

    boolean isRank() {
      return this == RANK || this == RANK_FROM_TOP;
    }

    private KeyExpression column(KeyExpression... fields) {
      return switch (this) {
        case RANK -> Keys.rank(fields);
        case RANK_FROM_TOP -> Keys.rankFromTop(fields);
        case VERSION -> Keys.version();
        case INCARNATION -> Keys.incarnation();
        case CREATED -> Keys.created();
        case UPDATED -> Keys.updated();
        case STORED_SIZE -> Keys.storedSize();
        case RECORD_TYPE -> Keys.recordType();
      };
    }
  }

  /** The names of all functions. */
  static Stream<String> names() {
    return Stream.of(Function.values()).map(each -> each.called);
  }

  /** The function that a path names; empty when it names a field. */
  static Optional<Function> named(List<PathText.Segment> segments) {
    PathText.Segment first = segments.get(0);
    return segments.size() > 1 || first.isQuoted()
        ? Optional.empty()
        : Stream.of(Function.values()).filter(each -> each.called.equals(first.text())).findFirst();
  }

  /** The columns of a rank; empty for another column. */
  static List<KeyExpression> fieldsOf(KeyExpression column) {
    return RankFunction.of(column).isPresent() ? RankFunction.columnsOf(column) : List.of();
  }

  /** The function of a column; empty when the column is not a call. */
  static Optional<Function> function(KeyExpression column) {
    Optional<RankFunction> rank = RankFunction.of(column);
    return rank.isPresent()
        ? rank.map(found -> found.fromTop() ? Function.RANK_FROM_TOP : Function.RANK)
        : Stream.of(Function.values())
            .filter(each -> !each.isRank() && each.column().equals(column))
            .findFirst();
  }

  /** The call of a function, which was resolved to fields of the type. */
  static ColumnCall of(
      Function function, List<PathText> names, TextFields in, TextScanner scanner) {
    return new ColumnCall(
        function,
        names.stream().map(name -> field(name, in.resolve(name, scanner), scanner)).toList());
  }

  private static FieldPath field(PathText name, FieldPath path, TextScanner scanner) {
    if (path.isCall() || path.isMessage() || path.fansOut() || path.mapKey() != null) {
      throw scanner.error(
          name.column(), path.described() + "; accepted in a rank: fields that are not repeated");
    }
    return path;
  }

  @Override
  public KeyExpression column() {
    return function.column(fields.stream().map(FieldPath::column).toArray(KeyExpression[]::new));
  }

  @Override
  public Optional<Object> parse(String text) {
    return switch (function.values) {
      case WHOLE -> LiteralText.whole(text);
      case TIME -> TimeText.millis(text);
      case VERSION -> version(text);
    };
  }

  private static Optional<Object> version(String text) {
    try {
      byte[] bytes = HexFormat.of().parseHex(text);
      return bytes.length == Versionstamp.LENGTH
          ? Optional.of(Versionstamp.fromBytes(bytes))
              .filter(Versionstamp::isComplete)
              .map(Object.class::cast)
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String print(Object value) {
    if (value instanceof Versionstamp version) {
      return HexFormat.of().formatHex(version.getBytes());
    }
    return function.values == Values.TIME && value instanceof Long millis
        ? Instant.ofEpochMilli(millis).toString()
        : value.toString();
  }

  @Override
  public String accepted() {
    return switch (function.values) {
      case WHOLE -> LiteralText.ACCEPTED_WHOLE;
      case TIME -> TimeText.ACCEPTED_MILLIS;
      case VERSION ->
          "accepted: a version of a commit, 24 hexadecimal digits, such as"
              + " 00000000002a1b3c00000001";
    };
  }

  @Override
  public String described() {
    return this
        + " is "
        + switch (function.values) {
          case WHOLE -> "a whole number";
          case TIME -> "a time";
          case VERSION -> "a version";
        };
  }

  @Override
  public boolean hasPrefixes() {
    return false;
  }

  /** The canonical call. */
  static String print(Function function, List<String> fields) {
    return FunctionCall.print(function.called, fields);
  }

  @Override
  public String toString() {
    return print(function, fields.stream().map(FieldPath::toString).toList());
  }
}
