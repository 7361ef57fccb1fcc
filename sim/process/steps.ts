/**
 * One step of a simulated process: something that arrives from outside, a fault of the store that begins, or the end of
 * a process. Histories are lists of these, complete in themselves, so that they can be shortened, stored and replayed.
 */
import type { Millis } from '@veritick/domain'
import type { Command, RequestId } from '@veritick/engine'
import type { LaneOf, StoreFault } from './store.ts'

/** A customer's request, made once by its key. */
export type SentRequest = { readonly key: RequestId; readonly content: string; readonly namedAt?: Millis | undefined }

export type Action =
  /** Quotes, market status, rollover. */
  | { readonly kind: 'market'; readonly command: Command }
  /** `toOld`: it reaches the process that another writer has replaced, if there is one. */
  | { readonly kind: 'submit'; readonly command: Command; readonly request?: SentRequest; readonly toOld?: true }
  | { readonly kind: 'look'; readonly account: number; readonly toOld?: true }
  /** A reader waits for the read tables. */
  | { readonly kind: 'projected' }
  | { readonly kind: 'receipt'; readonly order: number }
  | { readonly kind: 'latency'; readonly lane: LaneOf; readonly ms: number }
  /** The fault of the next `times` statements of a lane. */
  | { readonly kind: 'fault'; readonly lane: LaneOf; readonly fault: StoreFault; readonly times: number }
  /**
   * The process ends after this many further tasks. `sentDelay`: what it had sent to the store is carried out, that
   * many milliseconds later; missing: it is not.
   */
  | { readonly kind: 'crash'; readonly tasks: number; readonly sentDelay?: number }
  /** Another process opens the store while this one runs. */
  | { readonly kind: 'second_writer' }
  /** The connection that holds the writer's lock breaks. */
  | { readonly kind: 'lock_lost' }
  /** A clean stop, and a start. */
  | { readonly kind: 'stop' }
  /** The wall clock jumps. */
  | { readonly kind: 'clock'; readonly by: number }

/** `wait`: virtual milliseconds since the step before. */
export type ProcessStep = { readonly wait: number; readonly action: Action }
