@NullMarked
package dev.tenure.spring.cluster;

import org.jspecify.annotations.NullMarked;
