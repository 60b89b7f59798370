/** A small application for the tests: orders, and mails that confirm them. */
@NullMarked
package dev.tenure.spring.test.shop;

import org.jspecify.annotations.NullMarked;
