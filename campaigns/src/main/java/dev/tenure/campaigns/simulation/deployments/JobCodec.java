package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.PayloadException;
import java.io.IOException;
import java.util.function.Consumer;

/** Payloads are ids of items; some jobs have codecs that fail to read them. */
final class JobCodec implements PayloadCodec<String> {
  private final Job job;
  private final Consumer<String> reading;

  /**
   * @param reading told of the id of each item whose payload is about to be decoded
   */
  JobCodec(Job job, Consumer<String> reading) {
    this.job = job;
    this.reading = reading;
  }

  @Override
  public ContentType contentType() {
    return ContentType.RAW;
  }

  @Override
  public byte[] encode(String payload) {
    return PayloadCodecs.text().encode(payload);
  }

  @Override
  public String decode(byte[] bytes) {
    String id = PayloadCodecs.text().decode(bytes);
    reading.accept(id);
    return switch (job) {
      case CODEC_SNEAKY ->
          throw Sneaky.exception(new IOException("planted in the codec, for " + id));
      case CODEC_ERRING -> throw new LinkageError("planted in the codec, for " + id);
      case CODEC_UNREADABLE ->
          throw new PayloadException("planted: " + id + " is unreadable", null);
      default -> id;
    };
  }
}
