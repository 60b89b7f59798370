package dev.tenure.campaigns.shake;

import java.util.List;
import java.util.stream.Stream;

/** What is done to the cluster in a round. */
enum Shaking {
  /** The whole cluster is ended and started again. */
  RESTART("--stop", "--start"),
  /** A part of it is killed and started again. */
  KILL("--kill", "--start"),
  /** It, or a part of it, is stopped for a while and goes on. */
  PAUSE("--pause", "--resume"),
  /** Its data is moved. */
  DISTRIBUTE("--distribute", ""),
  /** Nothing; only consumers are killed. */
  CONSUMERS("", "");

  private final String begin;
  private final String end;

  Shaking(String begin, String end) {
    this.begin = begin;
    this.end = end;
  }

  /** The options whose commands it needs: the first begins it, the second ends it. */
  List<String> commands() {
    return Stream.of(begin, end).filter(each -> !each.isEmpty()).toList();
  }

  /** Whether some time passes between its begin and its end. */
  boolean lasts() {
    return !end.isEmpty();
  }
}
