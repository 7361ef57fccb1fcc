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
    const { isReachable, onBack, reload, reloads } = this.world
    if (!(await isReachable())) {
      this.leave = onBack(this.start)
      this.set({ kind: 'offline' })
      return
    }
    if (!reloads.has(this.name) && reloads.add(this.name)) reload()
    else this.set({ kind: 'broken' })
  }

  private set(state: ChunkState<Part>): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
