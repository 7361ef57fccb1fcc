/** Every engine that the scenarios run on. All must give the same events and the same state. */
import type { Engine } from '../engine.ts'
import { createEngine } from '../fast/fast-engine.ts'
import { createReferenceEngine } from '../reference/reference-engine.ts'

export const ENGINES: readonly { readonly name: string; readonly create: () => Engine }[] = [
  { name: 'reference', create: createReferenceEngine },
  { name: 'fast', create: createEngine },
]
