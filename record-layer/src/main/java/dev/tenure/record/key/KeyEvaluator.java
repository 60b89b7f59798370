package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key expression bound to one message type: fields are looked up and checked once, so that
 * evaluation cannot meet an unknown name. Immutable and safe for use by many threads.
 */
public final class KeyEvaluator {
  private final KeyExpression expression;
  private final List<KeyColumn> columns;
  private final KeyNode node;
  private final boolean fansOut;

  private KeyEvaluator(KeyExpression expression, KeyNode node) {
    this.expression = expression;
    this.columns = expression.columns();
    this.node = node;
    this.fansOut = columns.stream().anyMatch(KeyColumn::fansOut);
  }

  /**
   * Binds an expression to a message type.
   *
   * @param typeKey what {@link Keys#recordType()} gives
   * @throws IllegalArgumentException naming the path, when a field is unknown, is repeated without
   *     a fan type, is not repeated and has one, or is a message where a value is needed
   */
  public static KeyEvaluator bind(KeyExpression expression, Descriptor type, long typeKey) {
    return new KeyEvaluator(
        expression, expression.accept(new KeyBinder(type, type.getName(), typeKey)));
  }

  public KeyExpression expression() {
    return expression;
  }

  public List<KeyColumn> columns() {
    return columns;
  }

  /** Whether a record may give any other number of tuples than one. */
  public boolean fansOut() {
    return fansOut;
  }

  /** The tuples of a record, equal ones once, in the order of the record's elements. */
  public List<Tuple> evaluate(Message message) {
    if (!fansOut) {
      return List.of(evaluateOne(message));
    }
    return node.rows(message).stream().map(Tuple::fromList).distinct().toList();
  }

  /**
   * The one tuple of a record.
   *
   * @throws IllegalStateException when the expression fans out
   */
  public Tuple evaluateOne(Message message) {
    if (fansOut) {
      throw new IllegalStateException(expression + " fans out and has no single tuple");
    }
    List<@Nullable Object> values = new ArrayList<>(columns.size());
    node.append(message, values);
    return Tuple.fromList(values);
  }
}
