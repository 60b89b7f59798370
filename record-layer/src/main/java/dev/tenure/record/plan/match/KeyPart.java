package dev.tenure.record.plan.match;

import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import java.util.Optional;

/**
 * A column of a key, in the form in which the key holds it.
 *
 * @param order how the key orders the column asked for: empty when it holds the plain value, which
 *     ascends with nulls first
 * @param type what the column asked for holds
 */
public record KeyPart(Optional<KeyOrder> order, ValueType type) {

  /** How a key's column holds the values of a column that is asked for; empty when it does not. */
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

  /** How the key orders the column. */
  public KeyOrder keyOrder() {
    return order.orElse(KeyOrder.ASCENDING_NULLS_FIRST);
  }
}
