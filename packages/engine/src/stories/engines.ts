/** Every engine that the stories are told to. They all have to hear the same. */
import type { Engine } from '../engine.ts'
import { createPlainEngine } from '../plain/plain.ts'
import { createEngine } from '../running/running.ts'

export const ENGINES: readonly { readonly name: string; readonly create: () => Engine }[] = [
  { name: 'plain', create: createPlainEngine },
  { name: 'running', create: createEngine },
]
