/** The browser for files that are loaded later: whether the server answers, and the reloads of this tab. */
import { onConnection } from '../data/live.ts'
import { isReachable } from '../data/reachable.ts'
import type { ChunkWorld } from './chunk.ts'

const RELOADS_KEY = 'veritick.reloads'

export const BROWSER: ChunkWorld = {
  isReachable,
  onBack: (listener) => {
    const leave = onConnection((connection) => connection === 'live' && listener())
    window.addEventListener('online', listener)
    return () => {
      leave()
      window.removeEventListener('online', listener)
    }
  },
  reload: () => location.reload(),
  reloads: {
    has: (name) => reloadsKept().includes(name),
    add: (name) => {
      keepReloads([...reloadsKept(), name])
      return reloadsKept().includes(name)
    },
    remove: (name) => {
      const names = reloadsKept()
      if (names.includes(name)) keepReloads(names.filter((each) => each !== name))
    },
  },
}

function reloadsKept(): readonly string[] {
  try {
    return sessionStorage.getItem(RELOADS_KEY)?.split(' ') ?? []
  } catch {
    return []
  }
}

function keepReloads(names: readonly string[]): void {
  try {
    sessionStorage.setItem(RELOADS_KEY, names.join(' '))
  } catch {
    // Without storage the page is not reloaded.
  }
}
