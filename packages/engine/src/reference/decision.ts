/** The result of deciding one command. */
import type { TradingRefusal } from '@veritick/domain'
import type { Command } from '../commands.ts'
import type { Event } from '../events.ts'

/** A refusal's word, or the events. */
export type Decision = TradingRefusal | Iterable<Event>

export type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>
