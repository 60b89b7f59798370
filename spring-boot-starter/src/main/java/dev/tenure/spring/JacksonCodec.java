package dev.tenure.spring;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.PayloadException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * A codec of payloads as JSON, by Jackson: {@code WorkType.of("send", JacksonCodec.of(Letter.class,
 * mapper))}. Needs {@code tools.jackson.core:jackson-databind}, which {@code
 * spring-boot-starter-jackson} brings along with the mapper as a bean. Immutable.
 */
public final class JacksonCodec<P> implements PayloadCodec<P> {
  private final JavaType type;
  private final JsonMapper mapper;

  private JacksonCodec(JavaType type, JsonMapper mapper) {
    this.type = type;
    this.mapper = mapper;
  }

  public static <P> JacksonCodec<P> of(Class<P> type, JsonMapper mapper) {
    return new JacksonCodec<>(mapper.constructType(type), mapper);
  }

  /** A codec for types with parameters, such as {@code new TypeReference<List<Letter>>() {}}. */
  public static <P> JacksonCodec<P> of(TypeReference<P> type, JsonMapper mapper) {
    return new JacksonCodec<>(mapper.constructType(type.getType()), mapper);
  }

  @Override
  public ContentType contentType() {
    return ContentType.JSON;
  }

  @Override
  public byte[] encode(P payload) {
    try {
      return mapper.writerFor(type).writeValueAsBytes(payload);
    } catch (JacksonException e) {
      throw new PayloadException(
          "payload of " + type.toCanonical() + " cannot be written: " + e.getOriginalMessage(), e);
    }
  }

  /** Decodes a payload. JSON {@code null} is refused. */
  @Override
  public P decode(byte[] bytes) {
    P payload;
    try {
      payload = mapper.readValue(bytes, type);
    } catch (JacksonException e) {
      throw unreadable(bytes, e.getOriginalMessage(), e);
    }
    if (payload == null) {
      throw unreadable(bytes, "it is null", null);
    }
    return payload;
  }

  private PayloadException unreadable(byte[] bytes, String why, @Nullable Throwable cause) {
    return new PayloadException(
        "payload of " + bytes.length + " bytes is not a " + type.toCanonical() + ": " + why, cause);
  }
}
