package dev.tenure.queue.pointer;

import dev.tenure.queue.QueueException;
import java.util.List;

/**
 * The item id of a pointer: {@code applicationId/user/zone}. The integer is written in base 36, and
 * slashes and percent signs in names as {@code %2F} and {@code %25}.
 */
record PointerId(long applicationId, String user, String zone) {
  private static final int RADIX = 36;

  String text() {
    return Long.toString(applicationId, RADIX) + "/" + escape(user) + "/" + escape(zone);
  }

  static PointerId parse(String text) {
    List<String> parts = List.of(text.split("/", -1));
    if (parts.size() != 3) {
      throw corrupt(text);
    }
    try {
      long applicationId = Long.parseLong(parts.get(0), RADIX);
      return new PointerId(applicationId, unescape(parts.get(1)), unescape(parts.get(2)));
    } catch (NumberFormatException e) {
      throw corrupt(text);
    }
  }

  private static QueueException corrupt(String text) {
    return new QueueException(
        QueueException.Code.CORRUPT,
        "pointer id \"" + text + "\" is not application/user/zone in the top-level queue");
  }

  private static String escape(String name) {
    return name.replace("%", "%25").replace("/", "%2F");
  }

  private static String unescape(String name) {
    return name.replace("%2F", "/").replace("%25", "%");
  }
}
