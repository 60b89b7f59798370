package dev.tenure.bench.apple;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * Apple's record layer with a store of scores, on an engine in memory. The caller that created it
 * closes it.
 */
public final class ApplePeer implements AutoCloseable {
  private static final String DRIVER = "dev.tenure.bench.apple.AppleScores";

  private final PeerClasses classes;
  private final Function<String, LongUnaryOperator> operations;

  /**
   * Loads the peer, and saves its records.
   *
   * @param records the number of scores
   */
  public ApplePeer(int records) {
    URL own = PeerClasses.place(ApplePeer.class);
    try {
      classes = new PeerClasses(Path.of(own.toURI()).resolveSibling("lib-apple"));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of the classes is no URI: " + own, e);
    }
    operations = operations(classes, records);
  }

  @SuppressWarnings("unchecked")
  private static Function<String, LongUnaryOperator> operations(PeerClasses classes, int records) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classes); // by which the layer finds its types of indexes
    try {
      return (Function<String, LongUnaryOperator>)
          classes.loadClass(DRIVER).getConstructor(int.class).newInstance(records);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Apple's record layer does not start: " + e.getCause(), e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * An operation of the peer. It takes the number of its turn, and returns its number of rows.
   *
   * @param name a constant of {@link AppleScores}
   */
  public LongUnaryOperator operation(String name) {
    return operations.apply(name);
  }

  @Override
  public void close() {
    try (classes) {
      ((AutoCloseable) operations).close();
    } catch (Exception e) {
      throw new IllegalStateException("Apple's record layer does not close", e);
    }
  }
}
