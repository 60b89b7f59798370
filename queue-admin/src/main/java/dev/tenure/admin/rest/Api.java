package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemDetails;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.inspect.ListQuery;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/** The paths of the interface, and the checks of values in requests. */
final class Api {
  static final String ROOT = "/api/v1";
  static final String TENANT = "/tenants/{application}/{user}";
  static final String ZONE = TENANT + "/zones/{zone}";
  static final String ITEM = ZONE + "/items/{id}";
  static final String ENTRY = "/directory/tenants/{application}/{user}";

  static final String AUDIT = "/directory/audit";

  /** A path that reads by a POST; a read-only server serves it, too. */
  static final String FIND = "/directory/find";

  static final int LIMIT_MAX = 1_000;
  static final String LIMIT_DEFAULT = "50";
  private static final String ENCODED = "~64~";
  private static final int CONTINUATION_CHARACTERS_MAX = 4_000;
  private static final int TEXT_CHARACTERS_MAX = 2_000;

  private Api() {}

  static TenantId tenant(String application, String user) {
    return new TenantId(
        identifier("application", application, QueueLimits.APPLICATION_BYTES_MAX),
        identifier("user", user, QueueLimits.USER_BYTES_MAX));
  }

  static String application(String segment) {
    return identifier("application", segment, QueueLimits.APPLICATION_BYTES_MAX);
  }

  static String zone(String segment) {
    String zone = identifier("zone", segment, QueueLimits.ZONE_BYTES_MAX);
    try {
      ExternalZoneName.parse(zone);
      return zone;
    } catch (IllegalArgumentException e) {
      throw new AdminProblem(ProblemKind.IDENTIFIER_UNUSABLE, String.valueOf(e.getMessage()));
    }
  }

  static String item(String segment) {
    return identifier("item id", segment, QueueLimits.ITEM_ID_BYTES_MAX);
  }

  static String cluster(String segment) {
    return identifier("cluster", segment, QueueLimits.APPLICATION_BYTES_MAX);
  }

  /**
   * An identifier from a path segment: one leading ~ is dropped, so that {@code ~.} and {@code ~..}
   * can name what no path can otherwise, and {@code ~~x} names {@code ~x}. What follows {@code
   * ~64~} is Base64 of an identifier that a web server or firewall on the way does not let pass,
   * such as one with a slash.
   */
  private static String identifier(String what, String segment, int bytesMax) {
    if (segment.startsWith(ENCODED)) {
      String decoded =
          decoded(segment)
              .orElseThrow(
                  () ->
                      new AdminProblem(
                          ProblemKind.IDENTIFIER_UNUSABLE,
                          "%s is \"%s\", Base64 of UTF-8 is expected after %s"
                              .formatted(what, ProblemDetails.excerpt(segment), ENCODED)));
      return name(what, decoded, bytesMax);
    }
    return name(what, segment.startsWith("~") ? segment.substring(1) : segment, bytesMax);
  }

  private static Optional<String> decoded(String segment) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(segment.substring(ENCODED.length()));
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /**
   * The path in a form for people: an identifier in Base64 becomes percent-encoded, as in other
   * paths.
   */
  static String readable(String path) {
    return Arrays.stream(path.split("/", -1))
        .map(
            segment ->
                segment.startsWith(ENCODED)
                    ? decoded(segment)
                        .map(name -> UriUtils.encode(name, StandardCharsets.UTF_8))
                        .orElse(segment)
                    : segment)
        .collect(Collectors.joining("/"));
  }

  /** A filter from the query string. An absent or empty filter accepts all. */
  static Optional<String> filter(String what, @Nullable String value, int bytesMax) {
    return value == null || value.isEmpty()
        ? Optional.empty()
        : Optional.of(name(what, value, bytesMax));
  }

  private static String name(String what, String value, int bytesMax) {
    try {
      return QueueLimits.checkName(what, value, bytesMax);
    } catch (IllegalArgumentException e) {
      throw new AdminProblem(ProblemKind.IDENTIFIER_UNUSABLE, String.valueOf(e.getMessage()));
    }
  }

  static int limit(String value) {
    try {
      int limit = Integer.parseInt(value);
      if (limit >= 1 && limit <= LIMIT_MAX) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // told below, as any other value that is out of range
    }
    throw outOfRange("limit", value, "1 to " + LIMIT_MAX);
  }

  static <E extends Enum<E>> Optional<E> choice(
      String what, @Nullable String value, Class<E> choices) {
    if (value == null || value.isEmpty()) {
      return Optional.empty();
    }
    E[] known = choices.getEnumConstants();
    return Optional.of(
        Arrays.stream(known)
            .filter(one -> one.name().equals(value))
            .findFirst()
            .orElseThrow(() -> outOfRange(what, value, "one of " + Arrays.toString(known))));
  }

  static boolean flag(String what, String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw outOfRange(what, value, "true or false");
    };
  }

  /** A continuation from the query string. The code that made it checks its content. */
  static Optional<String> continuation(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return Optional.empty();
    }
    if (value.length() > CONTINUATION_CHARACTERS_MAX) {
      throw new AdminProblem(
          ProblemKind.CONTINUATION_UNUSABLE,
          "continuation has %d characters, the limit is %d"
              .formatted(value.length(), CONTINUATION_CHARACTERS_MAX));
    }
    return Optional.of(value);
  }

  /**
   * Filter and order from the query string. The code that knows the fields checks their content.
   */
  static ListQuery query(@Nullable String filter, @Nullable String orderBy) {
    return new ListQuery(text("filter", filter), text("order_by", orderBy));
  }

  static Optional<String> text(String what, @Nullable String value) {
    if (value != null && value.length() > TEXT_CHARACTERS_MAX) {
      throw new AdminProblem(
          ProblemKind.FILTER_UNUSABLE,
          "%s has %d characters, the limit is %d"
              .formatted(what, value.length(), TEXT_CHARACTERS_MAX));
    }
    return Optional.ofNullable(value);
  }

  static AdminProblem outOfRange(String what, String value, String expected) {
    return new AdminProblem(
        ProblemKind.PARAMETER_OUT_OF_RANGE,
        "%s is \"%s\", it must be %s".formatted(what, ProblemDetails.excerpt(value), expected));
  }
}
