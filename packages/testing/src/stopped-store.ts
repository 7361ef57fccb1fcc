/** The embedded store of a server that does not run, opened by a journey to let time pass in it. */
import { realRuntime } from '../../../apps/server/src/services/clock/clock.ts'
import type { Encryption } from '../../../apps/server/src/services/encryption/encryption.ts'
import { openEncryption } from '../../../apps/server/src/services/encryption/keys.ts'
import type { Query } from '../../../apps/server/src/store/interface.ts'
import { openStore } from '../../../apps/server/src/store/store.ts'

export { resealRow } from './reseal.ts'

/** `encryption` has the key of the data folder: a row that the server must believe is sealed with it. */
export async function inStoppedStore<Result>(
  place: { readonly dataDir: string; readonly world: string },
  work: (parts: { readonly query: Query; readonly encryption: Encryption }) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({ ...place, databaseUrl: undefined })
  try {
    const encryption = await openEncryption({ ...place, store, vaultKey: undefined, runtime: realRuntime })
    return await work({ query: store.query, encryption })
  } finally {
    await store.close()
  }
}
