@NullMarked
package dev.tenure.consumer.run;

import org.jspecify.annotations.NullMarked;
