/**
 * The rules of the architecture as tests: which module may know which ({@link
 * dev.tenure.campaigns.architecture.ModuleArrowsTest}), that the packages of a module form no knot
 * ({@link dev.tenure.campaigns.architecture.PackageKnotsTest}), what core code may not call ({@link
 * dev.tenure.campaigns.architecture.BannedCallsTest}), and how packages, files and tests must look
 * ({@link dev.tenure.campaigns.architecture.SourceRulesTest}). Each rule is also run on something
 * that breaks it, so that it is known to be able to fail; the packages below {@code fixture} hold
 * such code.
 */
@NullMarked
package dev.tenure.campaigns.architecture;

import org.jspecify.annotations.NullMarked;
