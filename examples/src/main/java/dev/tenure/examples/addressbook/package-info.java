/**
 * The tutorial's program: a tenant's address book from metadata to evolution. Start at {@link
 * dev.tenure.examples.addressbook.AddressBookCommand}; each group of chapters is one class. A test
 * compares the program's output, and the code in the tutorial, with the tutorial.
 */
@NullMarked
package dev.tenure.examples.addressbook;

import org.jspecify.annotations.NullMarked;
