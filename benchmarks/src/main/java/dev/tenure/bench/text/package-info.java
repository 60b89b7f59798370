/**
 * Measurements of text indexes. Start at {@link dev.tenure.bench.text.TextBench}; {@link
 * dev.tenure.bench.text.Book} cuts a text into documents, {@link dev.tenure.bench.text.TextFixture}
 * keeps them in a store on the embedded engine in memory.
 */
@NullMarked
package dev.tenure.bench.text;

import org.jspecify.annotations.NullMarked;
