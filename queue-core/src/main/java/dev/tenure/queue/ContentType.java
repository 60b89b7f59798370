package dev.tenure.queue;

/** The format of a payload's bytes. */
public enum ContentType {
  RAW,
  PROTOBUF,
  JSON
}
