package dev.tenure.embedded.transcript;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names that stand for versions: their order must be that of the recording. */
final class TranscriptTokens {
  private static final long NOTHING_WRITTEN = -1;

  private final Map<String, Long> versions = new HashMap<>();
  private int commits;
  private long newest;

  /** The number of the commit that was bound last. */
  int commits() {
    return commits;
  }

  long version(Object text) {
    if (text instanceof Long number) {
      return number;
    }
    String token = (String) text;
    int sign = Math.max(token.indexOf('+'), token.indexOf('-'));
    if (token.matches("-?[0-9]+")) {
      return Long.parseLong(token);
    }
    return sign < 0
        ? bound(token)
        : bound(token.substring(0, sign)) + Long.parseLong(token.substring(sign));
  }

  private long bound(String token) {
    Long version = versions.get(token);
    if (version == null) {
      throw new IllegalArgumentException("no version is bound to " + token);
    }
    return version;
  }

  /** Binds the version of a commit that wrote something. */
  void bindCommit(long version) {
    if (version != NOTHING_WRITTEN) {
      commits++;
      versions.put("C" + commits, version);
    }
  }

  boolean matchesCommit(@Nullable Object expected, long version) {
    if (expected instanceof Long number) {
      return number == version;
    }
    boolean newer = version > newest;
    newest = Math.max(newest, version);
    return newer && expected != null && version == version(expected);
  }

  boolean matchesVersion(Map<?, ?> expected, long version) {
    String token = String.valueOf(expected.get("version"));
    if (token.startsWith("R") && !versions.containsKey(token)) {
      versions.put(token, version);
      newest = Math.max(newest, version);
      Object atLeast = expected.get("ge");
      Object below = expected.get("lt");
      return (atLeast == null || version >= version(atLeast))
          && (below == null || !versions.containsKey(below.toString()) || version < version(below));
    }
    return version == version(token);
  }
}
