package dev.tenure.spring.test;

import java.util.Optional;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/** Resets the cluster, after each test method, to its content after the start of the context. */
final class TenureTestExecutionListener extends AbstractTestExecutionListener {

  @Override
  public void prepareTestInstance(TestContext test) {
    tester(test).ifPresent(TenureTester::keepStart);
  }

  @Override
  public void afterTestMethod(TestContext test) {
    tester(test).ifPresent(TenureTester::clear);
  }

  private static Optional<TenureTester> tester(TestContext test) {
    return test.hasApplicationContext()
        ? Optional.ofNullable(
            test.getApplicationContext().getBeanProvider(TenureTester.class).getIfAvailable())
        : Optional.empty();
  }
}
