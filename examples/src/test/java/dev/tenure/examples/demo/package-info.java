@NullMarked
package dev.tenure.examples.demo;

import org.jspecify.annotations.NullMarked;
