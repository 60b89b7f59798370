/** Tests of the starter on in-memory clusters. */
@NullMarked
package dev.tenure.spring;

import org.jspecify.annotations.NullMarked;
