package dev.tenure.queue;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.limit.Surrogates;
import dev.tenure.record.serialize.MessageNesting;
import dev.tenure.record.serialize.MessageStrings;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Codecs that need no library but protobuf. {@link #json} takes the JSON mapper of the caller. */
public final class PayloadCodecs {
  private static final PayloadCodec<byte[]> BYTES = new BytesCodec();
  private static final PayloadCodec<String> TEXT = new TextCodec(ContentType.RAW);
  private static final PayloadCodec<String> JSON_TEXT = new TextCodec(ContentType.JSON);

  private PayloadCodecs() {}

  /** A codec that does not change the bytes. */
  public static PayloadCodec<byte[]> bytes() {
    return BYTES;
  }

  /** A codec of text in UTF-8. */
  public static PayloadCodec<String> text() {
    return TEXT;
  }

  /** A codec of JSON text in UTF-8, which does not check the text. */
  public static PayloadCodec<String> jsonText() {
    return JSON_TEXT;
  }

  /**
   * A codec by any JSON mapper, given as two functions. An exception of these becomes a {@link
   * PayloadException}.
   *
   * @param write writes a payload as JSON text
   * @param read reads a payload from JSON text
   */
  public static <P> PayloadCodec<P> json(
      Function<? super P, String> write, Function<String, ? extends P> read) {
    return new JsonCodec<>(write, read);
  }

  /** A codec of messages of one protobuf type, such as {@code protobuf(Note.parser())}. */
  public static <M extends MessageLite> PayloadCodec<M> protobuf(Parser<M> parser) {
    return new ProtobufCodec<>(parser);
  }

  private record BytesCodec() implements PayloadCodec<byte[]> {
    @Override
    public ContentType contentType() {
      return ContentType.RAW;
    }

    @Override
    public byte[] encode(byte[] payload) {
      return payload.clone();
    }

    @Override
    public byte[] decode(byte[] bytes) {
      return bytes.clone();
    }
  }

  private record TextCodec(ContentType contentType) implements PayloadCodec<String> {
    @Override
    public byte[] encode(String payload) {
      try {
        var unused = Surrogates.requireNone("text", payload);
      } catch (IllegalArgumentException e) {
        throw new PayloadException("payload is no UTF-8: " + e.getMessage(), e);
      }
      return payload.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String decode(byte[] bytes) {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        throw new PayloadException("payload of " + bytes.length + " bytes is not UTF-8", e);
      }
    }
  }

  private record JsonCodec<P>(Function<? super P, String> write, Function<String, ? extends P> read)
      implements PayloadCodec<P> {
    @Override
    public ContentType contentType() {
      return ContentType.JSON;
    }

    @Override
    public byte[] encode(P payload) {
      try {
        return JSON_TEXT.encode(write.apply(payload));
      } catch (Exception e) { // a mapper may throw what it does not declare
        throw new PayloadException("payload could not be written as JSON: " + e.getMessage(), e);
      }
    }

    @Override
    public P decode(byte[] bytes) {
      String text = JSON_TEXT.decode(bytes);
      try {
        return read.apply(text);
      } catch (Exception e) { // a mapper may throw what it does not declare
        throw new PayloadException(
            "payload of " + bytes.length + " bytes is not the expected JSON: " + e.getMessage(), e);
      }
    }
  }

  private record ProtobufCodec<M extends MessageLite>(Parser<M> parser) implements PayloadCodec<M> {
    @Override
    public ContentType contentType() {
      return ContentType.PROTOBUF;
    }

    @Override
    public byte[] encode(M payload) {
      try {
        return encoded(payload);
      } catch (RecordLayerException | IllegalArgumentException e) {
        throw new PayloadException("payload could not be read again: " + e.getMessage(), e);
      }
    }

    /** A message without descriptors cannot be checked. */
    private static byte[] encoded(MessageLite payload) {
      if (!(payload instanceof Message message)) {
        return payload.toByteArray();
      }
      var unused = MessageNesting.require(message);
      byte[] bytes = message.toByteArray();
      MessageStrings.require(message, bytes);
      return bytes;
    }

    @Override
    public M decode(byte[] bytes) {
      try {
        return parser.parseFrom(bytes);
      } catch (InvalidProtocolBufferException e) {
        throw new PayloadException(
            "payload of " + bytes.length + " bytes is not the expected message: " + e.getMessage(),
            e);
      }
    }
  }
}
