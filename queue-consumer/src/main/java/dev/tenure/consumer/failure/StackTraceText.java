package dev.tenure.consumer.failure;

import dev.tenure.queue.zone.StackTrace;
import java.util.List;
import java.util.Optional;

/**
 * Prints a stack trace in the form of {@link Throwable#printStackTrace()}, shortened until it fits
 * the limit of an item. Of a long list of frames it shows as many as fit: three quarters of them
 * from the inner end and one quarter from the outer end. Of many causes it shows the first and the
 * last ones. A line in the middle gives the number of lines left out. Suppressed exceptions are not
 * shown.
 */
public final class StackTraceText {
  private static final int FRAMES_MAX = 160;
  private static final int DESCRIPTION_MAX = 1_000;
  private static final int FRAME_CHARACTERS_MAX = 300;
  private static final int LINKS_MAX = 8;

  /** The number of times that the frames shown are halved before the text is cut. */
  private static final int HALVINGS = 5;

  /** A text of at most this many characters fits in any case. */
  private static final int CHARACTERS_THAT_FIT = 1_000;

  private final StringBuilder text = new StringBuilder();
  private final int framesMax;
  private final int descriptionMax;

  private StackTraceText(int framesMax, int descriptionMax) {
    this.framesMax = framesMax;
    this.descriptionMax = descriptionMax;
  }

  /** The stack trace that an item keeps; empty when no exception of the chain has frames. */
  public static Optional<StackTrace> compressed(ThrownChain chain) {
    if (!chain.hasFrames()) {
      return Optional.empty();
    }
    for (int halved = 0; halved < HALVINGS; halved++) {
      Optional<StackTrace> fitting =
          StackTrace.compress(written(chain, FRAMES_MAX >> halved, DESCRIPTION_MAX >> halved));
      if (fitting.isPresent()) {
        return fitting;
      }
    }
    return StackTrace.compress(
        cut(
            written(chain, FRAMES_MAX >> HALVINGS, DESCRIPTION_MAX >> HALVINGS),
            CHARACTERS_THAT_FIT));
  }

  private static String written(ThrownChain chain, int framesMax, int descriptionMax) {
    StackTraceText text = new StackTraceText(framesMax, descriptionMax);
    text.links(chain.links());
    return text.text.toString();
  }

  private void links(List<ThrownChain.Link> links) {
    int left = Math.max(0, links.size() - LINKS_MAX);
    int firstAfter = LINKS_MAX / 2 + left;
    for (int i = 0; i < links.size(); i++) {
      if (left == 0 || i < LINKS_MAX / 2 || i >= firstAfter) {
        text.append(i == 0 ? "" : "Caused by: ");
        text.append(cut(links.get(i).described(), descriptionMax)).append('\n');
        frames(links.get(i).frames(), i == 0 ? List.of() : links.get(i - 1).frames());
      } else if (i == firstAfter - 1) {
        text.append("... ").append(left).append(" causes left out\n");
      }
    }
  }

  /** Adds the frames of an exception, without those that it shares with the exception it caused. */
  private void frames(List<StackTraceElement> all, List<StackTraceElement> enclosing) {
    int shared = shared(all, enclosing);
    List<StackTraceElement> own = all.subList(0, all.size() - shared);
    int left = Math.max(0, own.size() - framesMax);
    int outermost = left == 0 ? 0 : framesMax / 4;
    own.subList(0, own.size() - left - outermost).forEach(this::frame);
    if (left > 0) {
      text.append("\t... ").append(left).append(" frames left out\n");
      own.subList(own.size() - outermost, own.size()).forEach(this::frame);
    }
    if (shared > 0) {
      text.append("\t... ").append(shared).append(" more\n");
    }
  }

  private void frame(StackTraceElement frame) {
    text.append("\tat ").append(cut(frame.toString(), FRAME_CHARACTERS_MAX)).append('\n');
  }

  private static int shared(List<StackTraceElement> some, List<StackTraceElement> others) {
    int shared = 0;
    int most = Math.min(some.size(), others.size());
    while (shared < most
        && some.get(some.size() - 1 - shared).equals(others.get(others.size() - 1 - shared))) {
      shared++;
    }
    return shared;
  }

  private static String cut(String whole, int most) {
    return whole.length() <= most ? whole : whole.substring(0, most - 1) + "…";
  }
}
