@NullMarked
package dev.tenure.examples.documents;

import org.jspecify.annotations.NullMarked;
