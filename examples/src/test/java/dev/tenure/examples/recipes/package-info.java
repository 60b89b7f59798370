/** What the pages of docs/recipes show: one class for each page, run like any test. */
@NullMarked
package dev.tenure.examples.recipes;

import org.jspecify.annotations.NullMarked;
