/**
 * Tables of columns instead of objects: a row is a slot number, and a slot is used again after its row ended. The
 * columns of a table lie beside each other in rows of ROW_BYTES, so that a decision about one row touches few cache
 * lines. Columns are only read and written through accessors that throw on a slot outside the table: a missing value
 * never turns into zero.
 */
import { assert, must } from '@veritick/domain'

const CAPACITY_FIRST = 8
/**
 * Two cache lines: 16 doubles, 32 ints or 128 flags. The columns beyond them lie in a further block of such rows. The
 * accessors name these widths as literals: a bundle makes a variable of a named constant, and the machine code of every
 * access would read and check it. They multiply: a shift would turn a missing slot into row 0.
 */
export const ROW_BYTES = 128
/** Rows of one table, so that a place in a block is a whole number of 31 bits. */
const ROWS_MAX = 2 ** 24

declare const TABLE: unique symbol
/** The number of a row. The brand keeps a row of one table from being looked up in another. */
export type Slot<Table extends string> = number & { readonly [TABLE]: Table }
export type AccountSlot = Slot<'accounts'>
export type OrderSlot = Slot<'orders'>
export type ExposureSlot = Slot<'exposures'>
export type MarketSlot = Slot<'markets'>

/** Where a list of rows ends. */
export const NONE = -1
export type None = typeof NONE

/** Without arguments, and apart from the accessors: V8 inlines them everywhere only up to 27 bytes of bytecode. */
function outside(): never {
  throw new Error('invariant violated: a slot is inside its table')
}

/** Money, prices, sizes and numbers of things. Never NaN. */
export class Doubles<S extends number, V extends number = number> {
  private values = new Float64Array(0)

  get(slot: S): V {
    const value = this.values[slot * 16]
    if (value === undefined) outside()
    return value as V
  }

  set(slot: S, value: V): void {
    const { values } = this
    if (values[slot * 16] === undefined) outside()
    values[slot * 16] = value
  }

  add(slot: S, amount: number): void {
    const { values } = this
    const value = values[slot * 16]
    if (value === undefined) outside()
    values[slot * 16] = value + amount
  }

  /** The block of its rows, which is a longer one when the table has grown; `offset` in bytes. */
  lieIn(block: ArrayBuffer, offset: number): void {
    this.values = new Float64Array(block, offset)
  }
}

const MISSING = Number.NaN

/** Doubles that are never negative and may be missing: NaN inside, `undefined` outside. */
export class OptionalDoubles<S extends number, V extends number = number> {
  private values = new Float64Array(0)

  get(slot: S): V | undefined {
    const value = this.values[slot * 16]
    if (value === undefined) outside()
    // Only NaN is neither.
    return value >= 0 ? (value as V) : undefined
  }

  set(slot: S, value: V | undefined): void {
    const { values } = this
    if (values[slot * 16] === undefined) outside()
    values[slot * 16] = value === undefined ? MISSING : value
  }

  /** The block of its rows, which is a longer one when the table has grown; `offset` in bytes. */
  lieIn(block: ArrayBuffer, offset: number): void {
    this.values = new Float64Array(block, offset)
  }
}

/** Counts, generations and links to rows: whole numbers of 32 bits. */
export class Ints<S extends number, V extends number = number> {
  private values = new Int32Array(0)

  get(slot: S): V {
    const value = this.values[slot * 32]
    if (value === undefined) outside()
    return value as V
  }

  set(slot: S, value: V): void {
    const { values } = this
    if (values[slot * 32] === undefined) outside()
    values[slot * 32] = value
  }

  add(slot: S, amount: number): void {
    const { values } = this
    const value = values[slot * 32]
    if (value === undefined) outside()
    values[slot * 32] = value + amount
  }

  /** The block of its rows, which is a longer one when the table has grown; `offset` in bytes. */
  lieIn(block: ArrayBuffer, offset: number): void {
    this.values = new Int32Array(block, offset)
  }
}

/** Kinds, states and sets of bits: whole numbers of 8 bits. */
export class Flags<S extends number, V extends number = number> {
  private values = new Uint8Array(0)

  get(slot: S): V {
    const value = this.values[slot * 128]
    if (value === undefined) outside()
    return value as V
  }

  set(slot: S, value: V): void {
    const { values } = this
    if (values[slot * 128] === undefined) outside()
    values[slot * 128] = value
  }

  /** The block of its rows, which is a longer one when the table has grown; `offset` in bytes. */
  lieIn(block: ArrayBuffer, offset: number): void {
    this.values = new Uint8Array(block, offset)
  }
}

type Column = { lieIn(block: ArrayBuffer, offset: number): void }
/** A column, the block that its row lies in and its place there, in bytes. */
type Placed = { readonly column: Column; readonly block: number; readonly offset: number }

/**
 * The rows of a table: hands out slots and takes them back. Each slot counts its lives, so that a reference to a row
 * that ended is told from one to the row that has the slot now: an odd life is a live row, an even one a free slot.
 */
export class Table<S extends number> {
  private capacity = 0
  private next = 0
  /** The slots to use again, the last one first; an array of numbers would be made anew again and again. */
  private free = new Int32Array(0)
  private freeCount = 0
  private readonly columns: Placed[] = []
  private blocks: readonly ArrayBuffer[] = []
  /** Where the next column lies. */
  private block = 0
  private offset = 0
  private readonly lives = this.ints()

  protected doubles<V extends number = number>(): Doubles<S, V> {
    return this.place(new Doubles<S, V>(), Float64Array.BYTES_PER_ELEMENT)
  }

  protected optionalDoubles<V extends number = number>(): OptionalDoubles<S, V> {
    return this.place(new OptionalDoubles<S, V>(), Float64Array.BYTES_PER_ELEMENT)
  }

  protected ints<V extends number = number>(): Ints<S, V> {
    return this.place(new Ints<S, V>(), Int32Array.BYTES_PER_ELEMENT)
  }

  protected flags<V extends number = number>(): Flags<S, V> {
    return this.place(new Flags<S, V>(), Uint8Array.BYTES_PER_ELEMENT)
  }

  /** Columns lie in the order in which they are declared: those that are used together belong together. */
  private place<C extends Column>(column: C, bytes: number): C {
    assert(this.capacity === 0, 'a table has its columns before its first row')
    // The next multiple of the width, which is a power of two.
    let offset = this.offset + (-this.offset & (bytes - 1))
    if (offset + bytes > ROW_BYTES) {
      this.block++
      offset = 0
    }
    this.columns.push({ column, block: this.block, offset })
    this.offset = offset + bytes
    return column
  }

  /** A row whose columns still hold what the row before it left: the caller sets every one. */
  protected take(): S {
    const slot = this.freeCount > 0 ? this.lastFree() : this.fresh()
    const life = this.lives.get(slot)
    assert((life & 1) === 0, 'a slot is given to one row at a time')
    this.lives.set(slot, life + 1)
    return slot
  }

  /** The row ended; its slot is free for another. */
  protected give(slot: S): void {
    const life = this.lives.get(slot)
    assert((life & 1) === 1, 'a row ends once')
    this.lives.set(slot, life + 1)
    this.free[this.freeCount] = slot
    this.freeCount++
  }

  private lastFree(): S {
    this.freeCount--
    return must(this.free[this.freeCount], 'a free slot is listed') as S
  }

  private fresh(): S {
    if (this.next === this.capacity) this.grow()
    // Slots are numbered from zero up.
    return this.next++ as S
  }

  private grow(): void {
    this.capacity = Math.max(this.capacity * 2, CAPACITY_FIRST)
    assert(this.capacity <= ROWS_MAX, 'a table has at most ROWS_MAX rows')
    this.blocks = Array.from({ length: this.block + 1 }, (_, at) => longer(this.blocks[at], this.capacity * ROW_BYTES))
    for (const { column, block, offset } of this.columns) {
      column.lieIn(must(this.blocks[block], 'a column lies in a block'), offset)
    }
    // Nothing is free while every slot is taken.
    this.free = new Int32Array(this.capacity)
  }

  /** The life that a reference to the row has to name. */
  lifeOf(slot: S): number {
    return this.lives.get(slot)
  }

  isLive(slot: S): boolean {
    return (this.lives.get(slot) & 1) === 1
  }

  /** Every live row, by slot. For walks that may cost something: views, snapshots and checks. */
  *live(): Generator<S> {
    for (let slot = 0; slot < this.next; slot++) if (this.isLive(slot as S)) yield slot as S
  }

  /** How many rows live. */
  count(): number {
    return this.next - this.freeCount
  }
}

function longer(block: ArrayBuffer | undefined, bytes: number): ArrayBuffer {
  const copy = new ArrayBuffer(bytes)
  if (block !== undefined) new Uint8Array(copy).set(new Uint8Array(block))
  return copy
}
