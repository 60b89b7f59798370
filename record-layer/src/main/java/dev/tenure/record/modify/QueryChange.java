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
 * A deletion or an update of each record of a query. Immutable: each method returns another change.
 *
 * <pre>{@code
 * QueryChange.delete(RecordQuery.of("Session").where(less(field("expires"), parameter("now"))))
 *     .with(Bindings.of("now", now))
 * }</pre>
 */
public final class QueryChange {

  /** The order in which the change looks at the records. */
  public enum Order {
    /**
     * The order of primary keys. No change can move a record in this order, so that a run meets
     * each record at most once, and meets every record that matches throughout. The default of
     * updates. An index is used if the condition sets all of the index's columns equal to single
     * values; otherwise all records of the types are read.
     */
    PRIMARY_KEY,
    /**
     * The order of the cheapest plan. The change may miss a record that another transaction moves
     * within the scanned index. An update must make the condition false; a record that still
     * matches after the update is refused. The default of deletions.
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
   * A change that deletes the records of a query, up to the query's limit.
   *
   * @throws IllegalArgumentException when the query has an order or wanted columns
   */
  public static QueryChange delete(RecordQuery query) {
    return new QueryChange(required(query), Optional.empty(), Bindings.none(), Order.ANY);
  }

  /**
   * A change that updates the records of a query, up to the query's limit.
   *
   * @param update returns the new message of a record, with the same type and primary key. An equal
   *     message leaves the record unchanged. The function must not block. It is called again for a
   *     record whose transaction was not committed
   * @throws IllegalArgumentException when the query has an order or wanted columns
   */
  public static QueryChange update(RecordQuery query, UnaryOperator<Message> update) {
    return new QueryChange(
        required(query), Optional.of(update), Bindings.none(), Order.PRIMARY_KEY);
  }

  private static RecordQuery required(RecordQuery query) {
    if (!query.order().isEmpty()) {
      throw new IllegalArgumentException(
          "a change by query has an order of its own (inOrder), but the query is ordered by "
              + query.order());
    }
    if (!query.wanted().isEmpty()) {
      throw new IllegalArgumentException(
          "a change by query needs whole records, but the query selects the columns "
              + query.wanted());
    }
    return query;
  }

  /** The same change with values for the query's parameters. */
  public QueryChange with(Bindings values) {
    return new QueryChange(query, update, values, order);
  }

  /** The same change in another order than the default one. */
  public QueryChange inOrder(Order newOrder) {
    return new QueryChange(query, update, bindings, newOrder);
  }

  /** The query, without its limit. */
  RecordQuery query() {
    return query.limit(0);
  }

  /** The most records that are changed. */
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

  /**
   * Whether a slice may be repeated, because the change does not meet again a record that it has
   * changed.
   */
  boolean isRepeatable() {
    return order == Order.ANY || isDelete();
  }

  /** The new message of a record. Not called for deletions. */
  Message updated(Message old) {
    return Objects.requireNonNull(update.orElseThrow().apply(old), "what the update gives");
  }

  /**
   * A fingerprint that differs between changes of different queries or orders. Two changes that
   * differ only in their update function have the same fingerprint.
   */
  long fingerprint(byte[] store) {
    return Fingerprint.of(toString().getBytes(StandardCharsets.UTF_8), bindings.packed(), store);
  }

  @Override
  public String toString() {
    String word = isDelete() ? "delete " : "update ";
    return word + query + (order == Order.ANY ? " in any order" : " in the order of primary keys");
  }
}
