/** A lazy screen that was opened offline, and a lazy screen after a deployment removed its file. */
import { describe, expect, it } from 'vitest'
import { Chunk, type ChunkWorld, loadFile } from './chunk.ts'

/** A browser with a network that can be cut, and a tab that stores its reloads. */
function browser(options: { readonly storage: boolean } = { storage: true }) {
  const names = new Set<string>()
  const waiting = new Set<() => void>()
  const facts = { online: true, deployed: true, loads: 0, reloads: 0 }
  const world: ChunkWorld = {
    isReachable: async () => facts.online,
    onBack: (listener) => {
      waiting.add(listener)
      return () => waiting.delete(listener)
    },
    reload: () => {
      facts.reloads += 1
    },
    reloads: {
      has: (name) => names.has(name),
      add: (name) => options.storage && names.add(name) !== undefined,
      remove: (name) => names.delete(name),
    },
  }
  const load = async () => {
    facts.loads += 1
    if (!facts.online || !facts.deployed) throw new TypeError('Failed to fetch dynamically imported module')
    return 'screen'
  }
  const open = (name = 'trade') => {
    const chunk = new Chunk(name, load, world)
    chunk.start()
    return chunk
  }
  const back = () => {
    facts.online = true
    for (const listener of waiting) listener()
  }
  const file = () => loadFile('words', load, world)
  return { facts, open, file, back, waiting }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('a screen that was never shown', () => {
  it('loads once after several starts', async () => {
    const { facts, open } = browser()
    const chunk = open()
    expect(chunk.now()).toEqual({ kind: 'loading' })
    await settled()
    chunk.start()
    expect([chunk.now(), facts.loads]).toEqual([{ kind: 'ready', part: 'screen' }, 1])
  })

  it('is offline without the network and loads automatically when the network is back', async () => {
    const { facts, open, back, waiting } = browser()
    facts.online = false
    const chunk = open()
    const seen: (string | undefined)[] = []
    chunk.subscribe(() => seen.push(chunk.now()?.kind))
    await settled()
    expect([chunk.now()?.kind, facts.reloads]).toEqual(['offline', 0])
    back()
    await settled()
    expect(seen).toEqual(['offline', 'loading', 'ready'])
    expect(waiting.size).toBe(0)
  })

  it('stays offline when "Try again" comes too early, and retries at each tap', async () => {
    const { facts, open } = browser()
    facts.online = false
    const chunk = open()
    await settled()
    chunk.start()
    await settled()
    expect([chunk.now()?.kind, facts.loads]).toEqual(['offline', 2])
  })
})

describe('a file that a deployment has removed', () => {
  it('reloads the page once, and shows the failure if the new page lacks the file, too', async () => {
    const { facts, open } = browser()
    facts.deployed = false
    expect(open().now()?.kind).toBe('loading')
    await settled()
    expect(facts.reloads).toBe(1)
    const afterReload = open()
    await settled()
    expect([afterReload.now()?.kind, facts.reloads]).toEqual(['broken', 1])
  })

  it('may reload again after it was loaded, but not after another part was loaded', async () => {
    const { facts, open } = browser()
    facts.deployed = false
    open('chart')
    await settled()
    facts.deployed = true
    open('trade')
    await settled()
    facts.deployed = false
    open('chart')
    await settled()
    expect(facts.reloads).toBe(1)
    facts.deployed = true
    open('chart')
    await settled()
    facts.deployed = false
    open('chart')
    await settled()
    expect(facts.reloads).toBe(2)
  })

  it('never reloads in a browser without storage', async () => {
    const { facts, open } = browser({ storage: false })
    facts.deployed = false
    const chunk = open()
    await settled()
    expect([chunk.now()?.kind, facts.reloads]).toEqual(['broken', 0])
  })
})

describe('a file that is no part, such as the words of a language', () => {
  it('is told as missing without the network', async () => {
    const { facts, file } = browser()
    facts.online = false
    await expect(file()).rejects.toThrow('Failed to fetch')
    expect(facts.reloads).toBe(0)
  })

  it('reloads the page once after a deployment, and then fails', async () => {
    const { facts, file } = browser()
    facts.deployed = false
    void file()
    await settled()
    expect(facts.reloads).toBe(1)
    await expect(file()).rejects.toThrow('Failed to fetch')
    facts.deployed = true
    expect([await file(), facts.reloads]).toEqual(['screen', 1])
  })
})
