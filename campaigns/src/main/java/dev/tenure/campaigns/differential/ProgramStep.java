package dev.tenure.campaigns.differential;

/**
 * One step of a program. A step needs no other step: it begins its transaction if that is not there.
 */
sealed interface ProgramStep permits ReadStep, WriteStep, LifeStep {

  /**
   * The number of the step's transaction; −1: the step has none.
   */
  int transaction();
}
