/**
 * The tutorial's program: a tenant's address book from metadata to evolution. Start at {@link
 * dev.tenure.examples.addressbook.AddressBookCommand}; one class for each group of chapters. What
 * it prints, and the code the tutorial shows, is compared with the tutorial by a test.
 */
@NullMarked
package dev.tenure.examples.addressbook;

import org.jspecify.annotations.NullMarked;
