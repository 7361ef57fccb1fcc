/** An encryption of tests that open no whole server: its key is the same in each run. */
import { realRuntime } from '../clock/clock.ts'
import { encryptionWith } from './encryption.ts'

export const testEncryption = encryptionWith({
  keys: [{ id: new Uint8Array([1, 2, 3, 4]), secret: new Uint8Array(32).fill(7) }],
  world: 'simulated',
  runtime: realRuntime,
})
