package dev.tenure.queue;

/** How a payload's bytes are to be read. */
public enum ContentType {
  RAW,
  PROTOBUF,
  JSON
}
