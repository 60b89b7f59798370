package dev.tenure.record.modify;

import com.google.protobuf.Message;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What is done to each record of a query. Immutable: each method gives another change.
 *
 * <pre>{@code
 * QueryChange.delete(RecordQuery.of("Session").where(less(field("expires"), parameter("now"))))
 *     .with(Bindings.of("now", now))
 * }</pre>
 */
public final class QueryChange {

  /** In which order the records are met. */
  public enum Order {
    /**
     * In the order of primary keys, which no change moves: each record is met at most once in a
     * run, and each record of which the condition is true all the time is met. The default of
     * updates. An index helps where the condition sets all its columns equal to single values;
     * otherwise all records of the types are read.
     */
    PRIMARY_KEY,
    /**
     * In the order of the cheapest plan. A record that another transaction moves within the scanned
     * index may be passed by. An update must make the condition false: a record that it leaves
     * matching is refused. The default of deletions.
     */
    ANY
  }

  private final RecordQuery query;
  private final Optional<UnaryOperator<Message>> update;
  private final Bindings bindings;
  private final Order order;

  private QueryChange(
      RecordQuery query, Optional<UnaryOperator<Message>> update, Bindings bindings, Order order) {
    this.query = query;
    this.update = update;
    this.bindings = bindings;
    this.order = order;
  }

  /**
   * Deletes the records of a query; of one with a limit, so many.
   *
   * @throws IllegalArgumentException when the query has an order or wanted columns
   */
  public static QueryChange delete(RecordQuery query) {
    return new QueryChange(required(query), Optional.empty(), Bindings.none(), Order.ANY);
  }

  /**
   * Updates the records of a query; of one with a limit, so many.
   *
   * @param update gives what a record becomes: of the same type and primary key; an equal message
   *     leaves the record as it is. It may be called again for a record whose transaction was not
   *     committed, and must not wait
   * @throws IllegalArgumentException when the query has an order or wanted columns
   */
  public static QueryChange update(RecordQuery query, UnaryOperator<Message> update) {
    return new QueryChange(
        required(query), Optional.of(update), Bindings.none(), Order.PRIMARY_KEY);
  }

  private static RecordQuery required(RecordQuery query) {
    if (!query.order().isEmpty()) {
      throw new IllegalArgumentException(
          "a change by query chooses its own order, the query has the order " + query.order());
    }
    if (!query.wanted().isEmpty()) {
      throw new IllegalArgumentException(
          "a change by query needs whole records, the query wants the columns " + query.wanted());
    }
    return query;
  }

  /** With values of the query's parameters. */
  public QueryChange with(Bindings values) {
    return new QueryChange(query, update, values, order);
  }

  /** In another order than the default. */
  public QueryChange inOrder(Order newOrder) {
    return new QueryChange(query, update, bindings, newOrder);
  }

  /** What is asked for, without the limit. */
  RecordQuery query() {
    return query.limit(0);
  }

  /** How many records are changed at most. */
  long limit() {
    return query.limit() == 0 ? Long.MAX_VALUE : query.limit();
  }

  Bindings bindings() {
    return bindings;
  }

  Order order() {
    return order;
  }

  boolean isDelete() {
    return update.isEmpty();
  }

  /** Whether a record that was changed is not met again, so that a slice may be done again. */
  boolean isRepeatable() {
    return order == Order.ANY || isDelete();
  }

  /** What a record becomes; not for deletions. */
  Message updated(Message old) {
    return Objects.requireNonNull(update.orElseThrow().apply(old), "what the update gives");
  }

  /** Tells changes apart, as far as they can be told: what an update does is not known. */
  long fingerprint(byte[] store) {
    return Fingerprint.of(toString().getBytes(StandardCharsets.UTF_8), bindings.packed(), store);
  }

  @Override
  public String toString() {
    String word = isDelete() ? "delete " : "update ";
    return word + query + (order == Order.ANY ? " in any order" : " in the order of primary keys");
  }
}
