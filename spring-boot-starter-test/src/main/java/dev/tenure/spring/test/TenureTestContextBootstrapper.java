package dev.tenure.spring.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Makes the contexts of {@link TenureTest}. */
final class TenureTestContextBootstrapper extends TestSliceTestContextBootstrapper<TenureTest> {}
