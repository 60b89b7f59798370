package dev.tenure.queue;

/** Turns payloads of one type into bytes and back. Implementations are stateless. */
public interface PayloadCodec<P> {

  ContentType contentType();

  byte[] encode(P payload);

  /**
   * @throws PayloadException when the bytes are not a payload of this codec; the item is parked.
   *     Whatever else is thrown is a failed attempt of the item
   */
  P decode(byte[] bytes);
}
