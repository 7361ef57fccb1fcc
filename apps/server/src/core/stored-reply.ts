/** The answer of a command that happens once: what core stored for it, or that its key was used for something else. */

import { type Refusal, refuse, type Stored } from '../http/answer.ts'
import type { Core } from './core.ts'

type Done = Awaited<ReturnType<Core['submit']>>

export function storedReply(done: Done): Stored | Refusal {
  if (done.answer !== undefined) return { ok: 'stored', text: done.answer, repeated: done.repeated }
  if (!done.outcome.ok) return refuse(done.outcome.reason)
  throw new Error('broken promise: a command with `render` was answered without an answer')
}
