package dev.tenure.queue.cluster;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The applications that a consumer works for, where these are not all. A heartbeat has them as one
 * more entry among the applications whose stores the consumer cannot open. So consumers of versions
 * that know no restriction do not divide with it, and do not leave pointers to it.
 */
public record Served(Set<String> applications) {
  private static final String PREFIX = "tenure.only/";

  public Served {
    applications = Collections.unmodifiableSortedSet(new TreeSet<>(applications));
  }

  static boolean isEncoded(String entry) {
    return entry.startsWith(PREFIX);
  }

  String encode() {
    return applications.stream()
        .map(each -> URLEncoder.encode(each, StandardCharsets.UTF_8))
        .collect(Collectors.joining(",", PREFIX, ""));
  }

  static Served decode(String entry) {
    return new Served(
        Arrays.stream(entry.substring(PREFIX.length()).split(","))
            .map(each -> URLDecoder.decode(each, StandardCharsets.UTF_8))
            .collect(Collectors.toSet()));
  }
}
