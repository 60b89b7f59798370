package dev.tenure.bench.peers;

import dev.tenure.bench.peers.system.SystemUnderTest;

/** A load that is put on each system. */
interface Shape {

  /** Puts the load on an empty fixture of the system, once. */
  MeasuredValues measure(SystemUnderTest system, Scale scale) throws Exception;

  /** The warm-up of a system for this shape. */
  WarmUp warmUp();
}
