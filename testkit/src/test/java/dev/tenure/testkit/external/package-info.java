@NullMarked
package dev.tenure.testkit.external;

import org.jspecify.annotations.NullMarked;
