package dev.tenure.queue;

/** Encodes payloads of one Java type as bytes, and decodes them. Implementations are stateless. */
public interface PayloadCodec<P> {

  ContentType contentType();

  byte[] encode(P payload);

  /**
   * Decodes a payload. When it throws a {@link PayloadException}, the item is parked; any other
   * exception is a failed attempt, which is retried.
   *
   * @throws PayloadException when the bytes are not a payload of this codec
   */
  P decode(byte[] bytes);
}
