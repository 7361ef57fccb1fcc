/**
 * Where decided events go: into the answer and, at once, into the tables, so that later decisions of the same command
 * see them.
 */
import type { Event } from '../events.ts'

export type Emit = (event: Event) => void
