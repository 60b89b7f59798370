package dev.tenure.record.key;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.proto.StoredKeyExpression;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Encodes key expressions as bytes, or as protobuf messages inside other messages, and decodes
 * them. A decoded expression is equal to the encoded one.
 *
 * <p>The bytes are format byte 01, then a {@link StoredKeyExpression}. Decoding trusts no input: it
 * gives an expression, or an error that names the place of the bytes. The error is {@code
 * FORMAT_UNKNOWN} when a later version of this library may have written them, and {@code DAMAGED}
 * otherwise. Messages nested deeper than {@link KeyExpression#DEPTH_MAX} are refused before any
 * expression is built from them.
 */
public final class KeyExpressionCodec {
  /** The most bytes of an encoded expression. */
  public static final int BYTES_MAX = 50_000;

  static final byte FORMAT = 1;

  /** Each expression is one message inside that of its kind; a literal's null is one more. */
  private static final int MESSAGE_DEPTH_MAX = 2 * KeyExpression.DEPTH_MAX + 2;

  private KeyExpressionCodec() {}

  /**
   * Encodes an expression.
   *
   * @throws IllegalArgumentException when they are more than {@link #BYTES_MAX}
   */
  public static byte[] encode(KeyExpression expression) {
    StoredKeyExpression stored = toMessage(expression);
    int size = 1 + stored.getSerializedSize();
    if (size > BYTES_MAX) {
      throw new IllegalArgumentException(
          "key expression takes " + size + " bytes, the limit is " + BYTES_MAX);
    }
    byte[] message = stored.toByteArray();
    byte[] bytes = new byte[size];
    bytes[0] = FORMAT;
    System.arraycopy(message, 0, bytes, 1, message.length);
    return bytes;
  }

  /**
   * Decodes an expression.
   *
   * @param where the place where the bytes were read, for errors
   * @throws RecordLayerException DAMAGED or FORMAT_UNKNOWN
   */
  public static KeyExpression decode(byte[] bytes, String where) {
    StoredPlace place = place(where);
    if (bytes.length < 2 || bytes.length > BYTES_MAX) {
      throw place.damaged("has " + bytes.length + " bytes, expected 2 to " + BYTES_MAX);
    }
    if (bytes[0] != FORMAT) {
      throw place.unknown("has format " + bytes[0] + ", known is " + FORMAT);
    }
    try {
      CodedInputStream in = CodedInputStream.newInstance(bytes, 1, bytes.length - 1);
      in.setRecursionLimit(MESSAGE_DEPTH_MAX);
      return fromMessage(StoredKeyExpression.parseFrom(in), where);
    } catch (InvalidProtocolBufferException e) {
      throw place.damaged("is no StoredKeyExpression: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("reading an array of " + bytes.length + " bytes", e);
    }
  }

  /** The message of an expression, to be stored inside another message. */
  public static StoredKeyExpression toMessage(KeyExpression expression) {
    return expression.accept(StoredKeyWriter.VISITOR);
  }

  /**
   * The expression of a message.
   *
   * @param where the place where the message was read, for errors
   * @throws RecordLayerException DAMAGED or FORMAT_UNKNOWN
   */
  public static KeyExpression fromMessage(StoredKeyExpression stored, String where) {
    StoredPlace place = place(where);
    try {
      return new StoredKeyReader(place, 1).read(stored);
    } catch (IllegalArgumentException e) {
      throw place.damaged("cannot be: " + e.getMessage(), e);
    }
  }

  private static StoredPlace place(String where) {
    return new StoredPlace("key expression", where);
  }
}
