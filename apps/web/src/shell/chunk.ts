/**
 * The code of one lazy part of the app: loaded when it is first shown. While the server cannot be reached the part
 * waits and loads automatically later. A file that a deployment has removed reloads the page once; a second failure is
 * shown.
 */

export type ChunkState<Part> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly part: Part }
  /** The server cannot be reached. */
  | { readonly kind: 'offline' }
  /** The server answers and the page was reloaded, but the file still does not load. */
  | { readonly kind: 'broken' }

/** The parts of the browser that a chunk uses. */
export type ChunkWorld = {
  readonly isReachable: () => Promise<boolean>
  /** Calls the listener each time the server may be reachable again. */
  readonly onBack: (listener: () => void) => () => void
  readonly reload: () => void
  /** Names of the chunks for which this tab was reloaded. `add` returns false when the name cannot be stored. */
  readonly reloads: {
    readonly has: (name: string) => boolean
    readonly add: (name: string) => boolean
    readonly remove: (name: string) => void
  }
}

export class Chunk<Part> {
  private state: ChunkState<Part> | undefined
  private readonly listeners = new Set<() => void>()
  private leave: (() => void) | undefined
  readonly name: string
  private readonly load: () => Promise<Part>
  private readonly world: ChunkWorld

  constructor(name: string, load: () => Promise<Part>, world: ChunkWorld) {
    this.name = name
    this.load = load
    this.world = world
  }

  /** `undefined` before the first `start`. */
  readonly now = (): ChunkState<Part> | undefined => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Loads the part, unless it is loading or loaded. Also retries. */
  readonly start = (): void => {
    if (this.state === undefined || this.state.kind === 'offline') void this.attempt()
  }

  private async attempt(): Promise<void> {
    this.leave?.()
    this.leave = undefined
    this.set({ kind: 'loading' })
    try {
      const part = await this.load()
      this.world.reloads.remove(this.name)
      this.set({ kind: 'ready', part })
    } catch {
      await this.afterFailure()
    }
  }

  private async afterFailure(): Promise<void> {
    const after = await failureOf(this.name, this.world)
    if (after === 'offline') this.leave = this.world.onBack(this.start)
    if (after !== 'reloading') this.set({ kind: after })
  }

  private set(state: ChunkState<Part>): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}

/** Reloads the page once for a file that does not load from a server that answers. */
async function failureOf(name: string, { isReachable, reload, reloads }: ChunkWorld) {
  if (!(await isReachable())) return 'offline'
  if (reloads.has(name) || !reloads.add(name)) return 'broken'
  reload()
  return 'reloading'
}

/**
 * A file that is no part of a screen, such as words: a file that a deployment has removed reloads the page once. While
 * the page reloads there is no answer, otherwise the failure is the caller's.
 */
export async function loadFile<File>(name: string, load: () => Promise<File>, world: ChunkWorld): Promise<File> {
  try {
    const file = await load()
    world.reloads.remove(name)
    return file
  } catch (error) {
    if ((await failureOf(name, world)) === 'reloading') return new Promise(() => {})
    throw error
  }
}
