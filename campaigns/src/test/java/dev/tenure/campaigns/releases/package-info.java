/**
 * Data that earlier releases wrote, and today's code reads. Start at {@link
 * dev.tenure.campaigns.releases.ReleaseDataWriter}, which each release runs once: what it writes
 * lies zipped in the test resources, in {@code releases}, and the tests of {@link
 * dev.tenure.campaigns.releases.EarlierData} open a copy of each. {@link
 * dev.tenure.campaigns.releases.ReleaseNotes} and {@link
 * dev.tenure.campaigns.releases.ReleaseItems} say what the data holds.
 *
 * <p>Must stay true: notes, items and metadata are never changed, because earlier data has them as
 * they are; a release that stores more adds it under a new name. The classes whose names begin with
 * Release compile against the release that writes.
 */
@NullMarked
package dev.tenure.campaigns.releases;

import org.jspecify.annotations.NullMarked;
