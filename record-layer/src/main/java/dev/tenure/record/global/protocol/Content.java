package dev.tenure.record.global.protocol;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.SecondaryKey;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The content that an application writes into a data record.
 *
 * @param keys all secondary keys that the record is to own
 */
public record Content(Set<SecondaryKey> keys, ByteString value) {
  public Content {
    keys = Collections.unmodifiableSet(new LinkedHashSet<>(keys));
  }

  /** The content that a record has. */
  public static Content of(DataRecord record) {
    return new Content(record.keys(), record.value());
  }
}
