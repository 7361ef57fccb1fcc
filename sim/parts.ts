/** The parts of a simulated world that its commands are made from: an account, an instrument at a moment. */
import type { InstrumentTerms, Millis } from '@veritick/domain'
import type { AccountId } from '@veritick/engine'

/** An account of the world and the money that it starts with, in micro-dollars. */
export type SimAccount = { readonly id: AccountId; readonly kind: 'demo' | 'real'; readonly money: number }

/** An instrument and a moment. */
export type Scene = { readonly terms: InstrumentTerms; readonly at: Millis }
