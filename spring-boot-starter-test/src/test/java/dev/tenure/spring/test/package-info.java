/** Tests of the test slice. */
@NullMarked
package dev.tenure.spring.test;

import org.jspecify.annotations.NullMarked;
