package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import java.util.Optional;

/**
 * The type of a directory's values, and so the type of the tuple element that stands for a value in
 * keys.
 */
public enum DirectoryType {
  /** Null. A directory of this type has one value, which need not be given when a path is built. */
  NULL(0, DirectoryType.class, 0x00, 0x01),
  BYTES(1, ByteString.class, 0x01, 0x02),
  STRING(2, String.class, 0x02, 0x03),
  LONG(3, Long.class, 0x0C, 0x1D),
  FLOAT(4, Float.class, 0x20, 0x21),
  DOUBLE(5, Double.class, 0x21, 0x22),
  BOOLEAN(6, Boolean.class, 0x26, 0x28),
  UUID(7, java.util.UUID.class, 0x30, 0x31),
  /** A string that a {@link NameInterner} replaces in keys by an integer, which is at least 1. */
  NAME(8, String.class, 0x15, 0x1D);

  private final byte code;
  private final Class<?> valueClass;
  private final int firstElement;
  private final int elementsEnd;

  DirectoryType(int code, Class<?> valueClass, int firstElement, int elementsEnd) {
    this.code = (byte) code;
    this.valueClass = valueClass;
    this.firstElement = firstElement;
    this.elementsEnd = elementsEnd;
  }

  /** The code of the type in exports. */
  byte code() {
    return code;
  }

  static Optional<DirectoryType> ofCode(byte code) {
    for (DirectoryType type : values()) {
      if (type.code == code) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  Class<?> valueClass() {
    return valueClass;
  }

  /** The smallest first byte that an element of this type can have in a packed tuple. */
  byte firstElement() {
    return (byte) firstElement;
  }

  /** The end, exclusive, of the first bytes that elements of this type can have. */
  byte elementsEnd() {
    return (byte) elementsEnd;
  }

  /** Whether the element of a value of this type is an integer. */
  boolean isInteger() {
    return this == LONG || this == NAME;
  }
}
