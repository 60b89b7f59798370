@NullMarked
package dev.tenure.consumer.upkeep;

import org.jspecify.annotations.NullMarked;
