package dev.tenure.record.key;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A description of key columns, independent of a message type until a {@link KeyEvaluator} binds
 * it.
 *
 * <p>Immutable, and compared by value. The text is canonical: it names the factories of {@link
 * Keys} that make the expression, and its fingerprint is stored in store headers. The constructor
 * of an expression that exceeds one of the three limits below throws {@link
 * IllegalArgumentException}.
 */
public sealed interface KeyExpression {
  /** The maximum number of columns. */
  int COLUMNS_MAX = 100;

  /** The maximum depth of nested expressions; a single field has depth 1. */
  int DEPTH_MAX = 32;

  /** The maximum number of parts of an expression, including itself. */
  int PARTS_MAX = 1_000;

  /** Calls the visitor's method for this kind of expression. */
  <R> R accept(Visitor<R> visitor);

  /** The columns of each tuple of this expression, in order. */
  default List<KeyColumn> columns() {
    return accept(ExpressionColumns.VISITOR);
  }

  default int columnCount() {
    return columns().size();
  }

  /** Whether a record may have a number of tuples other than one. */
  default boolean fansOut() {
    return accept(FansOut.VISITOR);
  }

  /** Whether a column depends on the version of the record. */
  default boolean needsVersion() {
    return this instanceof Version || parts().stream().anyMatch(KeyExpression::needsVersion);
  }

  /** Whether a column is a rank, which an index knows and a record does not. */
  default boolean needsRank() {
    if (this instanceof Function function && RankFunction.isNamed(function.name())) {
      return true;
    }
    for (KeyExpression part : parts()) { // asked for each condition of each query
      if (part.needsRank()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a column depends on the incarnation in which the record was saved. */
  default boolean needsIncarnation() {
    return this instanceof Incarnation
        || parts().stream().anyMatch(KeyExpression::needsIncarnation);
  }

  /** Whether a column depends on this stored value of the record. */
  default boolean needs(StoredColumn column) {
    return equals(new Stored(column)) || parts().stream().anyMatch(part -> part.needs(column));
  }

  /** Whether a column is a constant null. */
  default boolean hasNullColumn() {
    return (this instanceof Literal literal && literal.value() == null)
        || (this instanceof Concat concat
            && concat.parts().stream().anyMatch(KeyExpression::hasNullColumn));
  }

  /** The expressions directly inside this one, in the order of the text. */
  default List<KeyExpression> parts() {
    return accept(ExpressionParts.VISITOR);
  }

  /**
   * An expression of the first columns; as {@link #subKey} from 0.
   *
   * @throws IllegalArgumentException when the expression has fewer columns
   */
  default Optional<KeyExpression> prefix(int columns) {
    return subKey(0, columns);
  }

  /**
   * An expression of the columns from {@code from} to before {@code to}. Empty when there is no
   * such expression, since a split or a function of several columns cannot be divided.
   *
   * <p>Each tuple of the whole, cut to these columns, is a tuple of the sub-key. The reverse holds
   * unless the other columns fan out, since a record for which they have no tuple has no tuple in
   * the whole. When columns of one repeated message are divided, it is lost which values belong to
   * the same message.
   *
   * @throws IllegalArgumentException when the range is not within the columns
   */
  default Optional<KeyExpression> subKey(int from, int to) {
    return SubKey.cut(this, from, to);
  }

  /**
   * Whether in each record the first columns of the other expression equal the columns of this one.
   */
  default boolean isPrefixOf(KeyExpression other) {
    int columns = columnCount();
    return columns <= other.columnCount()
        && other.prefix(columns).filter(this::isEquivalentTo).isPresent();
  }

  /**
   * Whether both expressions have the same tuples in all records, judged by their form. Nested
   * concats, adjacent nests of one message, {@link Grouping} and {@link KeyWithValue} make no
   * difference.
   */
  default boolean isEquivalentTo(KeyExpression other) {
    return accept(NormalForm.VISITOR).equals(other.accept(NormalForm.VISITOR));
  }

  /** The columns by which records are grouped: all of them unless this is a {@link Grouping}. */
  default KeyExpression groupingPart() {
    return ExpressionRules.firstPart(this, this instanceof Grouping g ? g.groupingColumns() : -1);
  }

  /** The aggregated columns: none unless this is a {@link Grouping}. */
  default KeyExpression groupedPart() {
    return ExpressionRules.lastPart(this, this instanceof Grouping g ? g.groupingColumns() : -1);
  }

  /** The columns of an entry's key: all of them unless this is a {@link KeyWithValue}. */
  default KeyExpression keyPart() {
    return ExpressionRules.firstPart(this, this instanceof KeyWithValue k ? k.keyColumns() : -1);
  }

  /** The columns of an entry's value: none unless this is a {@link KeyWithValue}. */
  default KeyExpression valuePart() {
    return ExpressionRules.lastPart(this, this instanceof KeyWithValue k ? k.keyColumns() : -1);
  }

  /** One method for each kind of expression. */
  interface Visitor<R> {
    R field(Field field);

    R nest(Nest nest);

    R concat(Concat concat);

    R list(ListOf list);

    R split(Split split);

    R recordType(RecordType recordType);

    R version(Version version);

    R incarnation(Incarnation incarnation);

    R stored(Stored stored);

    R literal(Literal literal);

    R empty(Empty empty);

    R function(Function function);

    R grouping(Grouping grouping);

    R keyWithValue(KeyWithValue keyWithValue);
  }

  /**
   * The value of a field: one column. A repeated field is never null, so it has the default rule
   * for nulls.
   */
  record Field(String name, FanType fan, NullRule nulls) implements KeyExpression {
    public Field {
      ExpressionRules.requireFieldName(name);
      Objects.requireNonNull(fan, "fan");
      Objects.requireNonNull(nulls, "nulls");
      if (fan != FanType.NONE && nulls != NullRule.NULLS_DISTINCT) {
        throw new IllegalArgumentException(
            "field(" + name + ", " + fan + ") is repeated, never null, and cannot have " + nulls);
      }
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.field(this);
    }

    @Override
    public String toString() {
      String fanText = fan == FanType.NONE ? "" : ", " + fan;
      String nullText = nulls == NullRule.NULLS_DISTINCT ? "" : ", " + nulls;
      return "field(" + name + fanText + nullText + ")";
    }
  }

  /**
   * The columns of an expression on the message inside a field. With {@link FanType#CONCATENATE}
   * this is a single column, which has a nested tuple for each message.
   */
  record Nest(String name, FanType fan, KeyExpression child) implements KeyExpression {
    public Nest {
      ExpressionRules.requireFieldName(name);
      Objects.requireNonNull(fan, "fan");
      if (fan == FanType.CONCATENATE && child.fansOut()) {
        throw new IllegalArgumentException(
            "nest(" + name + ", CONCATENATE) cannot concatenate columns that fan out: " + child);
      }
      ExpressionRules.requireSize("nest(" + name + ")", List.of(child), child.columnCount());
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nest(this);
    }

    @Override
    public String toString() {
      String fanText = fan == FanType.NONE ? "" : ", " + fan;
      return "nest(" + name + fanText + ", " + child + ")";
    }
  }

  /**
   * The columns of all parts, side by side. If several parts fan out, there is a tuple for each
   * combination.
   */
  record Concat(List<KeyExpression> parts) implements KeyExpression {
    public Concat {
      parts = List.copyOf(parts);
      ExpressionRules.requireSize("concat", parts, ExpressionRules.columns(parts));
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.concat(this);
    }

    @Override
    public String toString() {
      return text("concat", parts);
    }
  }

  /** One column for each part, which holds the part's columns as a nested tuple. */
  record ListOf(List<KeyExpression> parts) implements KeyExpression {
    public ListOf {
      parts = List.copyOf(parts);
      ExpressionRules.requireSize("list", parts, parts.size());
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.list(this);
    }

    @Override
    public String toString() {
      return text("list", parts);
    }
  }

  /**
   * The elements of a repeated field, in rows of {@code rowColumns} columns. A record whose number
   * of elements is not a multiple of {@code rowColumns} cannot be evaluated.
   */
  record Split(KeyExpression repeated, int rowColumns) implements KeyExpression {
    public Split {
      ExpressionRules.requireCount("columns of a split of " + repeated, rowColumns, 1, COLUMNS_MAX);
      ExpressionRules.requireSize("split", List.of(repeated), rowColumns);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.split(this);
    }

    @Override
    public String toString() {
      return "split(" + repeated + ", " + rowColumns + ")";
    }
  }

  /** The record type key: one column. */
  record RecordType() implements KeyExpression {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.recordType(this);
    }

    @Override
    public String toString() {
      return "recordType()";
    }
  }

  /** The version of the record: one column, a versionstamp; null when the record has none. */
  record Version() implements KeyExpression {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.version(this);
    }

    @Override
    public String toString() {
      return "version()";
    }
  }

  /**
   * The number of times that the store's data had been moved from another cluster when the record
   * was last saved: one column, an integer; null when the record has no version.
   */
  record Incarnation() implements KeyExpression {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.incarnation(this);
    }

    @Override
    public String toString() {
      return "incarnation()";
    }
  }

  /** A value that is stored with the record beside its message: one column, an integer. */
  record Stored(StoredColumn column) implements KeyExpression {
    public Stored {
      Objects.requireNonNull(column, "column");
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.stored(this);
    }

    @Override
    public String toString() {
      return column.factory() + "()";
    }
  }

  /** A constant: one column. Bytes are held as a {@link ByteString}. */
  record Literal(@Nullable Object value) implements KeyExpression {
    public Literal {
      ExpressionRules.requireLiteral(value);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.literal(this);
    }

    @Override
    public String toString() {
      return "literal(" + ExpressionRules.literalText(value) + ")";
    }
  }

  /** No column: one empty tuple for every record. */
  record Empty() implements KeyExpression {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.empty(this);
    }

    @Override
    public String toString() {
      return "empty()";
    }
  }

  /**
   * The results of a function of {@link KeyFunctions} for each tuple of its arguments.
   *
   * @param resultColumns the number of columns that the function gives, checked when bound
   * @param resultFansOut whether the function may give a number of rows other than one, checked
   *     when bound
   */
  record Function(String name, KeyExpression arguments, int resultColumns, boolean resultFansOut)
      implements KeyExpression {
    public Function {
      ExpressionRules.requireFunctionName(name);
      ExpressionRules.requireCount("columns of function " + name, resultColumns, 1, COLUMNS_MAX);
      if (arguments.needsVersion()) {
        throw new IllegalArgumentException(
            "function " + name + " of " + arguments + ": no version is known before the commit");
      }
      ExpressionRules.requireSize("function " + name, List.of(arguments), resultColumns);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.function(this);
    }

    @Override
    public String toString() {
      String columns = resultColumns == 1 ? "" : ", " + resultColumns + " columns";
      String fan = resultFansOut ? ", " + FanType.FAN_OUT : "";
      return "function(" + name + columns + fan + ", " + arguments + ")";
    }
  }

  /**
   * Columns of which the last ones are grouped by the others. Only allowed as a whole expression.
   */
  record Grouping(KeyExpression whole, int groupedColumns) implements KeyExpression {
    public Grouping {
      int columns = whole.columnCount();
      ExpressionRules.requireCount("grouped columns of " + whole, groupedColumns, 0, columns);
      ExpressionRules.requireCut("grouping", whole, columns - groupedColumns);
      ExpressionRules.requireSize("grouping", List.of(whole), columns);
    }

    /** The number of columns of a group. */
    public int groupingColumns() {
      return whole.columnCount() - groupedColumns;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.grouping(this);
    }

    @Override
    public String toString() {
      return "grouping(" + whole + ", " + groupedColumns + ")";
    }
  }

  /**
   * Columns of which the first ones are an entry's key and the others its value. Only allowed as a
   * whole expression.
   */
  record KeyWithValue(KeyExpression whole, int keyColumns) implements KeyExpression {
    public KeyWithValue {
      int columns = whole.columnCount();
      ExpressionRules.requireCount("key columns of " + whole, keyColumns, 0, columns);
      ExpressionRules.requireCut("keyWithValue", whole, keyColumns);
      ExpressionRules.requireSize("keyWithValue", List.of(whole), columns);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.keyWithValue(this);
    }

    @Override
    public String toString() {
      return "keyWithValue(" + whole + ", " + keyColumns + ")";
    }
  }

  private static String text(String factory, List<KeyExpression> parts) {
    return parts.stream()
        .map(KeyExpression::toString)
        .collect(Collectors.joining(", ", factory + "(", ")"));
  }
}
