package dev.tenure.bench.peers;

/** A load that is put on each contestant. */
interface Shape {

  /** Puts the load on an empty bed of the contestant, once. */
  Reading measure(Contestant contestant, Scale scale) throws Exception;

  /** What a contestant has to run of it before it is measured. */
  WarmUp warmUp();
}
