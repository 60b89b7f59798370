package dev.tenure.campaigns.simulation.deployments;

/**
 * What the header of a tenant's store asks of a process that opens the store.
 *
 * @param metaData the newest version of metadata with which the store was opened
 * @param contentFormat the content format
 * @param contentSince a read version at which the store had the content format
 */
record StoreVersions(int metaData, int contentFormat, long contentSince) {
  static final StoreVersions FIRST = new StoreVersions(Release.OLD, 0, 0);
}
