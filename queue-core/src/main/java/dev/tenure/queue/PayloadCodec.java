package dev.tenure.queue;

/** Turns payloads of one type into bytes and back. Implementations are stateless. */
public interface PayloadCodec<P> {

  ContentType contentType();

  byte[] encode(P payload);

  /**
   * @throws PayloadException when the bytes are not a payload of this codec; the item is parked
   */
  P decode(byte[] bytes);
}
