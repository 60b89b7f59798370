@NullMarked
package dev.tenure.consumer;

import org.jspecify.annotations.NullMarked;
