package dev.tenure.consumer.failure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * An exception of the application with its causes. They are read once, and exceptions of their
 * methods are caught. The frames of the consumer that called the application are left out, and so
 * are the frames of a thread that ran a callback.
 *
 * @param links the exception, followed by its causes, each once
 */
public record ThrownChain(List<Link> links) {
  /** The most exceptions of a chain that are read. */
  private static final int LINKS_MAX = 100;

  /**
   * The names of the consumer's classes that call application code. They are names, since the
   * classes lie above this package.
   */
  static final List<String> CALLERS =
      List.of(
          "dev.tenure.consumer.run.AttemptRunner",
          "dev.tenure.consumer.run.HandlerAttempt$BlockingRun",
          "dev.tenure.consumer.end.CompletionTransaction");

  static final String EXECUTOR = "dev.tenure.consumer.environment.PersistentExecutor";

  /**
   * The prefixes of the names of classes that run callbacks. The simulated scheduler is one of
   * them, so that a seed gives the same traces in every process.
   */
  private static final List<String> CALLBACKS =
      List.of(
          "java.util.concurrent.CompletableFuture",
          "dev.tenure.record.",
          "dev.tenure.queue.",
          "dev.tenure.embedded.",
          "dev.tenure.late.",
          "dev.tenure.testkit.scheduling.",
          EXECUTOR);

  /** The names of classes whose frames lie between the callers and the application code. */
  static final List<String> BETWEEN =
      List.of("dev.tenure.consumer.Registration", "dev.tenure.consumer.ItemHandler");

  public ThrownChain {
    links = List.copyOf(links);
  }

  /**
   * One exception of a chain.
   *
   * @param described the exception's own text, or its class when its methods throw
   * @param frames the frames, the innermost first
   */
  public record Link(String className, String described, List<StackTraceElement> frames) {}

  public static ThrownChain of(Throwable error) {
    List<Link> links = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable next = ForeignErrors.unwrap(error);
    while (next != null && links.size() < LINKS_MAX && seen.add(next)) {
      links.add(new Link(next.getClass().getName(), FailureText.described(next), frames(next)));
      next = ForeignErrors.cause(next);
    }
    return new ThrownChain(links);
  }

  /** Whether an exception of the chain has frames. */
  boolean hasFrames() {
    return links.stream().anyMatch(link -> !link.frames().isEmpty());
  }

  public Link thrown() {
    return links.get(0);
  }

  public Link root() {
    return links.get(links.size() - 1);
  }

  @SuppressWarnings("NullAway") // code of the application may return null though it must not
  private static List<StackTraceElement> frames(Throwable error) {
    try {
      StackTraceElement[] frames = error.getStackTrace();
      return frames == null ? List.of() : List.of(frames).subList(0, applicationFrames(frames));
    } catch (Throwable e) { // an exception of the application may throw anything
      return List.of();
    }
  }

  /**
   * The number of frames inside the consumer's call, or inside the callback. The frames outside of
   * it belong to the thread that ran it, and differ between processes.
   */
  private static int applicationFrames(StackTraceElement[] frames) {
    int callback = frames.length;
    for (int i = 0; i < frames.length; i++) {
      if (ofCallback(frames[i].getClassName())) {
        callback = i + 1;
      }
      if (CALLERS.contains(frames[i].getClassName())) {
        int end = i;
        while (end > 0 && BETWEEN.contains(frames[end - 1].getClassName())) {
          end--;
        }
        return end;
      }
    }
    return callback;
  }

  private static boolean ofCallback(String className) {
    return CALLBACKS.stream().anyMatch(className::startsWith);
  }
}
