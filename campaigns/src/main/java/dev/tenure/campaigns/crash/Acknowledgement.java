package dev.tenure.campaigns.crash;

/**
 * A transaction whose commit was acknowledged.
 *
 * @param risky whether the acknowledgement came before the sync
 */
record Acknowledgement(
    int client, long number, boolean risky, long readVersion, long commitVersion) {

  /**
   * Reads the text of {@link #toString}, without its first word.
   */
  static Acknowledgement parse(String[] fields) {
    return new Acknowledgement(
        Integer.parseInt(fields[0]),
        Long.parseLong(fields[1]),
        Boolean.parseBoolean(fields[2]),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[4]));
  }

  @Override
  public String toString() {
    return "acknowledged "
        + String.join(
            " ",
            Integer.toString(client),
            Long.toString(number),
            Boolean.toString(risky),
            Long.toString(readVersion),
            Long.toString(commitVersion));
  }
}
