package dev.tenure.record.query.text;

import dev.tenure.record.key.KeyExpression;
import java.util.Optional;

/** A column that texts write as a call, such as {@code version()} or {@code cardinality(tags)}. */
interface CalledColumn {

  KeyExpression column();

  /** The value that a text stands for; none when the text is not a value. */
  Optional<Object> parse(String text);

  /** The canonical text of a value. */
  String print(Object value);

  /** The accepted values, as text for people. */
  String accepted();

  /** The call with the type of its values, for errors. */
  String described();

  /** Whether a value may begin with another. */
  boolean hasPrefixes();
}
