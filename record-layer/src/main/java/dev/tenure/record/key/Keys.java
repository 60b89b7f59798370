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
   * The value of a field that is not repeated. A field that knows presence and is not set gives
   * null; one that does not gives its default value. Enumerations give their number.
   */
  public static KeyExpression field(String name) {
    return field(name, FanType.NONE);
  }

  /** The value of a field, which is repeated unless {@code fan} is {@link FanType#NONE}. */
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
   * As {@link #nest(String, KeyExpression)}; {@link FanType#FAN_OUT} for repeated messages and maps
   * (whose entries have the fields {@code key} and {@code value}), {@link FanType#CONCATENATE} for
   * one column of all their tuples, of a {@code child} that does not fan out.
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
   * The elements of a repeated field, in rows of {@code columns}; that a record has a number of
   * elements that is no multiple of it is an error of the record.
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
   * record has none. It may be in a list, but is no argument of a function.
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
   * When the record was first saved, in milliseconds since 1970-01-01T00:00Z; null when it was last
   * saved before its type kept times. For record types that are {@code timestamped()}; not in
   * primary keys.
   */
  public static KeyExpression created() {
    return CREATED;
  }

  /** When the record was last saved; as {@link #created()}. */
  public static KeyExpression updated() {
    return UPDATED;
  }

  /**
   * The bytes that the record takes: of its keys, without those of the store's subspace, and of its
   * values, the version slot's included and index entries not. Not in primary keys.
   */
  public static KeyExpression storedSize() {
    return STORED_SIZE;
  }

  /** No column; as a group: all records of the type. */
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
   * One column: what a function of {@link KeyFunctions} gives for the columns of the arguments; for
   * each combination of them when they fan out.
   */
  public static KeyExpression function(String name, KeyExpression... arguments) {
    return function(name, 1, false, arguments);
  }

  /**
   * As {@link #function(String, KeyExpression...)}, of a function that gives several columns or
   * rows.
   *
   * @param columns how many columns the function is declared to give
   * @param fansOut whether it is declared to fan out
   */
  public static KeyExpression function(
      String name, int columns, boolean fansOut, KeyExpression... arguments) {
    KeyExpression all = arguments.length == 1 ? arguments[0] : concat(arguments);
    return new KeyExpression.Function(name, all, columns, fansOut);
  }

  /** A column as bytes that an ascending scan meets in the given order. */
  public static KeyExpression ordered(KeyOrder order, KeyExpression column) {
    return function(order.functionName(), column);
  }

  /**
   * A text as bytes that are in the order of a language; null stays null. An index of them is not
   * read, until it is built anew, by a process whose collation has other rules than the one that
   * has built it. Not in primary keys.
   *
   * @param strength which differences between texts count: texts that differ in no such way have
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
   * @param concatenated a field with {@link FanType#CONCATENATE}; of messages, a nest with it, as
   *     {@code nest("lines", CONCATENATE, empty())}
   */
  public static KeyExpression cardinality(KeyExpression concatenated) {
    return function(CardinalityFunction.NAME, concatenated);
  }

  /**
   * The rank of a record's score in its group, from 0 for the lowest score, as a rank index of
   * these columns counts it. A column of the conditions of queries only: {@code
   * less(rank(field("team"), field("score")), 10)}. It is null for a record that the index does not
   * have.
   *
   * @param columns those of the group, in any order, then those of the score; none fans out
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
   * Columns of which the last {@code groupedColumns} are grouped by those before them, for indexes
   * that aggregate or rank.
   *
   * @throws IllegalArgumentException when the columns cannot be cut there
   */
  public static KeyExpression grouping(KeyExpression whole, int groupedColumns) {
    return new KeyExpression.Grouping(whole, groupedColumns);
  }

  /**
   * Columns of which the first {@code keyColumns} are the key of an index entry and the others its
   * value (a covering index). A record may not give one key with two values.
   *
   * @throws IllegalArgumentException when the columns cannot be cut there
   */
  public static KeyExpression keyWithValue(KeyExpression whole, int keyColumns) {
    return new KeyExpression.KeyWithValue(whole, keyColumns);
  }
}
