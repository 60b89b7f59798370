package dev.tenure.campaigns.differential;

/** One step of a program. It needs no other: a transaction that is not there yet is begun. */
sealed interface ProgramStep permits ReadStep, WriteStep, LifeStep {

  /** The number of the transaction it is a step of; −1 if of none. */
  int transaction();
}
