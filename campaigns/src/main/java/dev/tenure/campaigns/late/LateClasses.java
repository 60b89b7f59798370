package dev.tenure.campaigns.late;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Finds the test classes that use a late database. Their fixtures set the system property {@value
 * #USED} when they read the seed. The other classes do the same with every seed. Nested classes
 * count as their outer class. For tests that run one after the other.
 */
final class LateClasses implements TestExecutionListener {
  static final String USED = "tenure.late.used";

  private final Set<String> found = new LinkedHashSet<>();

  /** The names of the classes, in the order in which they ran. */
  List<String> found() {
    return new ArrayList<>(found);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (outerClass(test).isPresent()) {
      System.clearProperty(USED);
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    outerClass(test).filter(name -> System.getProperty(USED) != null).ifPresent(found::add);
  }

  private static Optional<String> outerClass(TestIdentifier test) {
    return test.getSource()
        .filter(ClassSource.class::isInstance)
        .map(source -> ((ClassSource) source).getClassName())
        .filter(name -> name.indexOf('$') < 0);
  }
}
