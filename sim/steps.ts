/**
 * One step of a simulated history: a command to the engine, or a restart in which only what is durable survives.
 * Histories are lists of these, complete in themselves, so that they can be shortened, stored and replayed.
 */
import type { Command } from '@veritick/engine'

export type Step =
  | Command
  /** `snapshot`: a new engine loads the state; `journal`: a new engine evolves every event since the beginning. */
  | { readonly kind: 'restart'; readonly from: 'snapshot' | 'journal' }

export function isCommand(step: Step): step is Command {
  return step.kind !== 'restart'
}
