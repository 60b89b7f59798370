@NullMarked
package dev.tenure.examples.addressbook;

import org.jspecify.annotations.NullMarked;
