/** Where decided events go: into the answer and, at once, into the tables, so that what is decided next sees them. */
import type { Event } from '../events.ts'

export type Emit = (event: Event) => void
