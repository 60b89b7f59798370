/**
 * The rules of the architecture as tests: which module may know which ({@link
 * dev.tenure.testkit.architecture.ModuleArrowsTest}), what core code may not call ({@link
 * dev.tenure.testkit.architecture.BannedCallsTest}), and how packages, files and tests must look
 * ({@link dev.tenure.testkit.architecture.SourceRulesTest}). Each rule is also run on something
 * that breaks it, so that it is known to be able to fail; the packages below {@code fixture} hold
 * such code.
 */
@NullMarked
package dev.tenure.testkit.architecture;

import org.jspecify.annotations.NullMarked;
