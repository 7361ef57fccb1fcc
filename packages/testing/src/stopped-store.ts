/** The embedded store of a server that does not run, opened by a journey to let time pass in it. */
import type { Query } from '../../../apps/server/src/store/interface.ts'
import { openStore } from '../../../apps/server/src/store/store.ts'

export async function inStoppedStore<Result>(
  place: { readonly dataDir: string; readonly world: string },
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({ ...place, databaseUrl: undefined })
  try {
    return await work(store.query)
  } finally {
    await store.close()
  }
}
