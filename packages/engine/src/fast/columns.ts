/**
 * Tables of columns instead of objects: each field of a table is one typed array, a row is a slot number, and a slot is
 * used again after its row ended. Columns are only read and written through accessors that throw on a slot outside the
 * table: a missing value never turns into zero.
 */
import { assert, must } from '@veritick/domain'

const CAPACITY_FIRST = 8

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
  throw new Error('broken promise: a slot is outside its table')
}

/** Money, prices, sizes and numbers of things. Never NaN. */
export class Doubles<S extends number, V extends number = number> {
  private values = new Float64Array(CAPACITY_FIRST)

  get(slot: S): V {
    const value = this.values[slot]
    if (value === undefined) outside()
    return value as V
  }

  set(slot: S, value: V): void {
    const { values } = this
    if (values[slot] === undefined) outside()
    values[slot] = value
  }

  add(slot: S, amount: number): void {
    const { values } = this
    const value = values[slot]
    if (value === undefined) outside()
    values[slot] = value + amount
  }

  grow(capacity: number): void {
    const longer = new Float64Array(capacity)
    longer.set(this.values)
    this.values = longer
  }
}

const MISSING = Number.NaN

/** Doubles that are never negative and may be missing: NaN inside, `undefined` outside. */
export class OptionalDoubles<S extends number, V extends number = number> {
  private values = new Float64Array(CAPACITY_FIRST)

  get(slot: S): V | undefined {
    const value = this.values[slot]
    if (value === undefined) outside()
    // Only NaN is neither.
    return value >= 0 ? (value as V) : undefined
  }

  set(slot: S, value: V | undefined): void {
    const { values } = this
    if (values[slot] === undefined) outside()
    values[slot] = value === undefined ? MISSING : value
  }

  grow(capacity: number): void {
    const longer = new Float64Array(capacity)
    longer.set(this.values)
    this.values = longer
  }
}

/** Counts, generations and links to rows: whole numbers of 32 bits. */
export class Ints<S extends number, V extends number = number> {
  private values = new Int32Array(CAPACITY_FIRST)

  get(slot: S): V {
    const value = this.values[slot]
    if (value === undefined) outside()
    return value as V
  }

  set(slot: S, value: V): void {
    const { values } = this
    if (values[slot] === undefined) outside()
    values[slot] = value
  }

  add(slot: S, amount: number): void {
    const { values } = this
    const value = values[slot]
    if (value === undefined) outside()
    values[slot] = value + amount
  }

  grow(capacity: number): void {
    const longer = new Int32Array(capacity)
    longer.set(this.values)
    this.values = longer
  }
}

/** Kinds, states and sets of bits: whole numbers of 8 bits. */
export class Flags<S extends number, V extends number = number> {
  private values = new Uint8Array(CAPACITY_FIRST)

  get(slot: S): V {
    const value = this.values[slot]
    if (value === undefined) outside()
    return value as V
  }

  set(slot: S, value: V): void {
    const { values } = this
    if (values[slot] === undefined) outside()
    values[slot] = value
  }

  grow(capacity: number): void {
    const longer = new Uint8Array(capacity)
    longer.set(this.values)
    this.values = longer
  }
}

/**
 * The rows of a table: hands out slots and takes them back. Each slot counts its lives, so that a reference to a row
 * that ended is told from one to the row that has the slot now: an odd life is a live row, an even one a free slot.
 */
export class Table<S extends number> {
  private capacity = CAPACITY_FIRST
  private next = 0
  /** The slots to use again, the last one first; an array of numbers would be made anew again and again. */
  private free = new Int32Array(CAPACITY_FIRST)
  private freeCount = 0
  private readonly columns: { grow(capacity: number): void }[] = []
  private readonly lives = this.ints()

  protected doubles<V extends number = number>(): Doubles<S, V> {
    return this.column(new Doubles<S, V>())
  }

  protected optionalDoubles<V extends number = number>(): OptionalDoubles<S, V> {
    return this.column(new OptionalDoubles<S, V>())
  }

  protected ints<V extends number = number>(): Ints<S, V> {
    return this.column(new Ints<S, V>())
  }

  protected flags<V extends number = number>(): Flags<S, V> {
    return this.column(new Flags<S, V>())
  }

  private column<Column extends { grow(capacity: number): void }>(column: Column): Column {
    this.columns.push(column)
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
    if (this.next === this.capacity) {
      this.capacity *= 2
      for (const column of this.columns) column.grow(this.capacity)
      // Nothing is free while every slot is taken.
      this.free = new Int32Array(this.capacity)
    }
    // Slots are numbered from zero up.
    return this.next++ as S
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
