package dev.tenure.campaigns.queries;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.Message;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.RankFunction;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.ColumnReader;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.Truth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Computes the result of a query by a test of every record. */
final class EveryRecord {
  private final RecordMetaData metaData;
  private final List<Message> records;
  private final IdentityHashMap<Message, Versionstamp> versions = new IdentityHashMap<>();

  EveryRecord(RecordMetaData metaData, List<Message> records) {
    this.metaData = metaData;
    this.records = records;
  }

  /** Notes the version with which a record was saved. */
  void note(Message record, Versionstamp version) {
    versions.put(record, version);
  }

  /** The versions of all records. */
  List<Versionstamp> versions() {
    return records.stream()
        .flatMap(each -> Optional.ofNullable(versions.get(each)).stream())
        .toList();
  }

  /** The error in a result; empty when the result is right. */
  Optional<String> wrong(Question question, List<QueryRow> rows) {
    RecordQuery query = question.query();
    if (query.isDistinct()) {
      return wrongColumns(question, rows);
    }
    Map<Tuple, Message> expected = new HashMap<>();
    List<Tuple> keys = new ArrayList<>();
    for (Message record : asked(query.types(), question.condition())) {
      expected.put(primaryKey(record), record);
      keys.add(orderKey(record, query.order()));
    }
    int limit = query.limit() == 0 ? Integer.MAX_VALUE : query.limit();
    if (Math.min(limit, expected.size()) != rows.size()) {
      return Optional.of(
          "there are " + rows.size() + " rows of " + expected.size() + ": " + keys(rows));
    }
    keys.sort(null);
    for (int i = 0; i < rows.size(); i++) {
      Message record = expected.remove(rows.get(i).primaryKey());
      if (record == null) {
        return Optional.of("row " + i + " is repeated, or not asked for: " + keys(rows));
      }
      if (!keys.get(i).equals(orderKey(record, query.order()))) {
        return Optional.of("row " + i + " is not in its place: " + keys(rows));
      }
      if (!hasColumns(query, record, rows.get(i))) {
        return Optional.of("row " + i + " is " + rows.get(i) + " of record " + record);
      }
    }
    return Optional.empty();
  }

  private static List<Tuple> keys(List<QueryRow> rows) {
    return rows.stream().map(QueryRow::primaryKey).toList();
  }

  /** What is wrong with distinct rows; as {@link #wrong}. */
  private Optional<String> wrongColumns(Question question, List<QueryRow> rows) {
    RecordQuery query = question.query();
    List<Tuple> expected = columns(question);
    List<Tuple> keys = new ArrayList<>();
    expected.forEach(row -> keys.add(orderKey(query, row)));
    keys.sort(null);
    int limit = query.limit() == 0 ? Integer.MAX_VALUE : query.limit();
    if (Math.min(limit, keys.size()) != rows.size()) {
      return Optional.of("there are " + rows.size() + " rows of " + expected + ": " + rows);
    }
    for (int i = 0; i < rows.size(); i++) {
      Tuple row = rows.get(i).values();
      if (!expected.remove(row) || !keys.get(i).equals(orderKey(query, row))) {
        return Optional.of("row " + i + " is repeated, not asked for or not in its place: " + rows);
      }
    }
    return Optional.empty();
  }

  /** The selected columns of all records that the query finds, each tuple once. */
  List<Tuple> columns(Question question) {
    RecordQuery query = question.query();
    return new ArrayList<>(
        asked(query.types(), question.condition()).stream()
            .map(record -> tuple(query.wanted(), column -> value(column, record)))
            .distinct()
            .toList());
  }

  private static Tuple orderKey(RecordQuery query, Tuple row) {
    return tuple(
        query.order(), each -> each.order().encode(row.get(query.wanted().indexOf(each.column()))));
  }

  /**
   * The records for which a condition is true, of some types, or of all types when none is named.
   */
  List<Message> asked(List<String> types, Optional<QueryPredicate> condition) {
    return records.stream()
        .filter(record -> types.isEmpty() || types.contains(type(record)))
        .filter(record -> condition.map(each -> holds(each, record)).orElse(true))
        .toList();
  }

  private boolean holds(QueryPredicate condition, Message record) {
    ColumnReader columns =
        new ColumnReader() {
          @Override
          public Message message() {
            return record;
          }

          @Override
          public List<Tuple> read(KeyEvaluator column) {
            return beside(column.expression(), record).orElseGet(() -> column.evaluate(record));
          }
        };
    BoundPredicate bound = metaData.bound().predicate(condition, type(record));
    return bound.test(columns, Bindings.none()) == Truth.TRUE;
  }

  /** How many tasks of the team have a score on the other side, or how many scores these are. */
  private long rank(RankFunction rank, Message record) {
    Tuple score = score(record);
    Stream<Tuple> before =
        records.stream()
            .filter(each -> type(each).equals(type(record)))
            .filter(
                each ->
                    Objects.equals(
                        value(QueryColumns.TEAM, each), value(QueryColumns.TEAM, record)))
            .map(this::score)
            .filter(each -> rank.fromTop() ? each.compareTo(score) > 0 : each.compareTo(score) < 0);
    boolean countsEach = metaData.index("ranks").has(Index.RANK_COUNT_DUPLICATES);
    return (countsEach ? before : before.distinct()).count();
  }

  private Tuple score(Message record) {
    return tuple(List.of(QueryColumns.SCORE), column -> value(column, record));
  }

  private boolean hasColumns(RecordQuery query, Message record, QueryRow row) {
    if (query.wanted().isEmpty()) {
      return row.record().filter(loaded -> loaded.type().equals(type(record))).isPresent();
    }
    return row.values().equals(tuple(query.wanted(), column -> value(column, record)));
  }

  Tuple orderKey(Message record, List<OrderColumn> order) {
    return tuple(order, each -> each.order().encode(value(each.column(), record)));
  }

  /** As the other, of the record with a key. */
  Tuple orderKey(String type, Tuple primaryKey, OrderColumn order) {
    return records.stream()
        .filter(each -> type(each).equals(type) && primaryKey(each).equals(primaryKey))
        .map(each -> orderKey(each, List.of(order)))
        .findFirst()
        .orElseThrow();
  }

  static <T> Tuple tuple(List<T> columns, Function<T, @Nullable Object> value) {
    List<@Nullable Object> elements = new ArrayList<>();
    columns.forEach(column -> elements.add(value.apply(column)));
    return Tuple.fromList(elements);
  }

  private @Nullable Object value(KeyExpression column, Message record) {
    return read(column, record).get(0).get(0);
  }

  /** The values of a column. */
  List<Tuple> read(KeyExpression column, Message record) {
    return beside(column, record)
        .orElseGet(() -> metaData.bound().evaluator(column, type(record)).evaluate(record));
  }

  /** The value of a column that is not in the record. */
  private Optional<List<Tuple>> beside(KeyExpression column, Message record) {
    Versionstamp version = versions.get(record);
    return column.needsVersion() && version != null
        ? Optional.of(List.of(Tuple.from(version)))
        : RankFunction.of(column).map(rank -> List.of(Tuple.from(rank(rank, record))));
  }

  Tuple primaryKey(Message record) {
    return metaData.bound().type(type(record)).primaryKeyOf(record);
  }

  static String type(Message record) {
    return record.getDescriptorForType().getName();
  }
}
