package dev.tenure.record.plan.match;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import java.util.Optional;

/**
 * The form in which a key holds a column.
 *
 * @param order the order in which the key encodes the column; empty when the key holds the plain
 *     value, which is ascending with nulls first
 * @param type the type of the column
 */
public record KeyPart(Optional<KeyOrder> order, ValueType type) {

  /** The form in which a key's column holds a wanted column; empty when it does not hold it. */
  public static Optional<KeyPart> find(KeyColumn inKey, ValueType type, KeyExpression asked) {
    KeyColumn wanted = asked.columns().get(0);
    if (inKey.fansOut() != wanted.fansOut()) {
      return Optional.empty();
    }
    if (inKey.path().equals(wanted.path())) {
      return Optional.of(new KeyPart(Optional.empty(), type));
    }
    if (asked.needsVersion() || !inKey.path().startsWith("function(order_")) {
      return Optional.empty();
    }
    for (KeyOrder order : KeyOrder.values()) {
      if (inKey.path().equals(Keys.ordered(order, asked).columns().get(0).path())) {
        return Optional.of(new KeyPart(Optional.of(order), ValueType.ANY));
      }
    }
    return Optional.empty();
  }

  /** The order of the column in the key. */
  public KeyOrder keyOrder() {
    return order.orElse(KeyOrder.ASCENDING_NULLS_FIRST);
  }
}
