package dev.tenure.record.key;

import com.google.protobuf.ByteString;
import dev.tenure.record.collation.CollationStrength;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The factories of key expressions, meant for static import. */
public final class Keys {
  private static final KeyExpression RECORD_TYPE = new KeyExpression.RecordType();
  private static final KeyExpression VERSION = new KeyExpression.Version();
  private static final KeyExpression INCARNATION = new KeyExpression.Incarnation();
  private static final KeyExpression CREATED = new KeyExpression.Stored(StoredColumn.CREATED);
  private static final KeyExpression UPDATED = new KeyExpression.Stored(StoredColumn.UPDATED);
  private static final KeyExpression STORED_SIZE =
      new KeyExpression.Stored(StoredColumn.STORED_SIZE);
  private static final KeyExpression EMPTY = new KeyExpression.Empty();

  private Keys() {}

  /**
   * The value of a field that is not repeated. For a field that is not set, this is null if the
   * field knows presence, and otherwise the default value. An enumeration gives its number.
   */
  public static KeyExpression field(String name) {
    return field(name, FanType.NONE);
  }

  /**
   * The value of a field. The field must be repeated, unless {@code fan} is {@link FanType#NONE}.
   */
  public static KeyExpression field(String name, FanType fan) {
    return new KeyExpression.Field(name, fan, NullRule.NULLS_DISTINCT);
  }

  /** As {@link #field(String)}, with another rule for a field that is not set. */
  public static KeyExpression field(String name, NullRule nulls) {
    return new KeyExpression.Field(name, FanType.NONE, nulls);
  }

  /** The columns of {@code child} on the message in a field; nulls when the message is not set. */
  public static KeyExpression nest(String name, KeyExpression child) {
    return nest(name, FanType.NONE, child);
  }

  /**
   * As {@link #nest(String, KeyExpression)}, for repeated messages and for maps, whose entries have
   * the fields {@code key} and {@code value}. {@link FanType#FAN_OUT} gives a tuple for each
   * message. {@link FanType#CONCATENATE} gives one column with the tuples of all messages; the
   * {@code child} must then not fan out.
   */
  public static KeyExpression nest(String name, FanType fan, KeyExpression child) {
    return new KeyExpression.Nest(name, fan, child);
  }

  /**
   * The columns of all parts, side by side. If several parts fan out, there is a tuple for each
   * combination of their tuples.
   */
  public static KeyExpression concat(KeyExpression... parts) {
    return new KeyExpression.Concat(List.of(parts));
  }

  /** One column for each part, which holds the part's columns as a nested tuple. */
  public static KeyExpression list(KeyExpression... parts) {
    return new KeyExpression.ListOf(List.of(parts));
  }

  /**
   * The elements of a repeated field, in rows of {@code columns} columns. A record whose number of
   * elements is not a multiple of {@code columns} cannot be saved.
   *
   * @param repeated a field with {@link FanType#FAN_OUT}
   */
  public static KeyExpression split(KeyExpression repeated, int columns) {
    return new KeyExpression.Split(repeated, columns);
  }

  /** The record type key. */
  public static KeyExpression recordType() {
    return RECORD_TYPE;
  }

  /**
   * The version of the record: a 12-byte versionstamp, incomplete until the commit; null when the
   * record has none. It may be in a list, but cannot be an argument of a function.
   */
  public static KeyExpression version() {
    return VERSION;
  }

  /**
   * The number of times that the store's data had been moved from another cluster when the record
   * was last saved; null when the record has no version. As a column before {@link #version()} it
   * makes versions of several clusters comparable.
   */
  public static KeyExpression incarnation() {
    return INCARNATION;
  }

  /**
   * The time of the record's first save, in milliseconds since 1970-01-01T00:00Z; null when the
   * record was last saved before its type kept times. Only for record types that are {@code
   * timestamped()}, and not in primary keys.
   */
  public static KeyExpression created() {
    return CREATED;
  }

  /** The time of the record's last save; otherwise as {@link #created()}. */
  public static KeyExpression updated() {
    return UPDATED;
  }

  /**
   * The bytes of the record's keys, without the prefix of the store's subspace, and of its values.
   * The version slot counts; index entries do not. Not in primary keys.
   */
  public static KeyExpression storedSize() {
    return STORED_SIZE;
  }

  /** No column. As the columns of a group: one group of all records. */
  public static KeyExpression empty() {
    return EMPTY;
  }

  /**
   * A constant column: a long, string, boolean, double, bytes ({@code byte[]}, copied, or {@code
   * ByteString}) or null; an int counts as a long. For comparisons in queries only: a complete
   * {@code Versionstamp}. A null constant is equal to itself in a unique index.
   */
  public static KeyExpression literal(@Nullable Object value) {
    if (value instanceof Integer number) {
      return new KeyExpression.Literal(number.longValue());
    }
    return new KeyExpression.Literal(
        value instanceof byte[] bytes ? ByteString.copyFrom(bytes) : value);
  }

  /**
   * One column: the result of a function of {@link KeyFunctions} for the columns of the arguments.
   * If arguments fan out, there is a result for each combination.
   */
  public static KeyExpression function(String name, KeyExpression... arguments) {
    return function(name, 1, false, arguments);
  }

  /**
   * As {@link #function(String, KeyExpression...)}, for a function that gives several columns or
   * rows.
   *
   * @param columns the number of columns that the function declares
   * @param fansOut whether the function declares that it fans out
   */
  public static KeyExpression function(
      String name, int columns, boolean fansOut, KeyExpression... arguments) {
    KeyExpression all = arguments.length == 1 ? arguments[0] : concat(arguments);
    return new KeyExpression.Function(name, all, columns, fansOut);
  }

  /** A column as bytes that sort in the given order. */
  public static KeyExpression ordered(KeyOrder order, KeyExpression column) {
    return function(order.functionName(), column);
  }

  /**
   * A text as bytes that sort in the order of a language; null stays null. If the collation of a
   * process has other rules than that of the process that built an index, the index is not read
   * until it is built again. Not in primary keys.
   *
   * @param strength the differences between texts that count; texts without such a difference have
   *     equal columns
   */
  public static KeyExpression collate(
      KeyExpression text, Locale locale, CollationStrength strength) {
    return function(
        CollateFunction.NAME, text, literal(locale.toLanguageTag()), literal(strength.code()));
  }

  /**
   * The number of elements of a repeated field.
   *
   * @param concatenated a field with {@link FanType#CONCATENATE}; for messages, a nest such as
   *     {@code nest("lines", CONCATENATE, empty())}
   */
  public static KeyExpression cardinality(KeyExpression concatenated) {
    return function(CardinalityFunction.NAME, concatenated);
  }

  /**
   * The rank of a record's score in its group, from 0 for the lowest score, as a rank index of
   * these columns counts it. Only for conditions of queries, such as {@code
   * less(rank(field("team"), field("score")), 10)}. Null for a record that is not in the index.
   *
   * @param columns the columns of the group, in any order, and then those of the score; none may
   *     fan out
   */
  public static KeyExpression rank(KeyExpression... columns) {
    return rank(new RankFunction(false), columns);
  }

  /** As {@link #rank}, from 0 for the highest score. */
  public static KeyExpression rankFromTop(KeyExpression... columns) {
    return rank(new RankFunction(true), columns);
  }

  private static KeyExpression rank(RankFunction function, KeyExpression... columns) {
    KeyExpression all = list(concat(columns));
    if (columns.length == 0 || all.fansOut() || all.needsRank()) {
      throw new IllegalArgumentException(
          function.name() + " of " + all + ", expected one or more columns that do not fan out");
    }
    return function(function.name(), all);
  }

  /**
   * Columns of which the last {@code groupedColumns} are grouped by the others, for indexes that
   * aggregate or rank.
   *
   * @throws IllegalArgumentException when the expression cannot be divided there
   */
  public static KeyExpression grouping(KeyExpression whole, int groupedColumns) {
    return new KeyExpression.Grouping(whole, groupedColumns);
  }

  /**
   * Columns of which the first {@code keyColumns} are the key of an index entry and the others its
   * value (a covering index). A record must not have two tuples with one key and different values.
   *
   * @throws IllegalArgumentException when the expression cannot be divided there
   */
  public static KeyExpression keyWithValue(KeyExpression whole, int keyColumns) {
    return new KeyExpression.KeyWithValue(whole, keyColumns);
  }
}
