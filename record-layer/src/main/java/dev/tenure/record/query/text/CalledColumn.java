package dev.tenure.record.query.text;

import dev.tenure.record.key.KeyExpression;
import java.util.Optional;

/** A column that texts write as a call, such as {@code version()} or {@code cardinality(tags)}. */
interface CalledColumn {

  KeyExpression column();

  /** What a text means as a value; none when it is no value. */
  Optional<Object> parse(String text);

  /** The canonical text of a value. */
  String print(Object value);

  /** What would be accepted as a value. */
  String accepted();

  /** The call with the type of its values, for errors. */
  String described();

  /** Whether a value may begin with another. */
  boolean hasPrefixes();
}
