/**
 * How every figure is measured and printed: ours and a peer take turns in one run, the median of the ratios counts, and
 * a run whose ratios differ too much says nothing. One line a figure.
 */
import { assert, must } from '@veritick/domain'

/** Rounds that count, at least; one round before them warms up. */
export const PAIRS_MIN = 9
/** Interquartile range of the ratios over their median. A run with more is void, neither passed nor failed. */
export const SPREAD_MAX = 0.3

/** One round: the same quantity of ours and of the peer. */
export type Pair = { readonly ours: number; readonly peer: number }
export type Target = { readonly atLeast: number } | { readonly atMost: number }
export type Verdict = 'ok' | 'short' | 'void'

export type Figure = {
  readonly name: string
  readonly unit: string
  /** The peer that the ratio is measured against. */
  readonly peer: string
  readonly pairs: readonly Pair[]
  /** Of the median ratio, ours to the peer's. */
  readonly target: Target
  /** Of our own median, where the page of figures asks for an absolute one too. */
  readonly valueTarget?: Target
}

/** Both take turns, the first one changing each round. The first round warms up and does not count. */
export async function takeTurns(options: {
  readonly ours: () => number | Promise<number>
  readonly peer: () => number | Promise<number>
  readonly rounds?: number
}): Promise<readonly Pair[]> {
  const { ours, peer, rounds = PAIRS_MIN } = options
  assert(rounds >= PAIRS_MIN, 'fewer rounds say nothing')
  const pairs: Pair[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const isOursFirst = round % 2 === 0
    const early = isOursFirst ? await ours() : await peer()
    const late = isOursFirst ? await peer() : await ours()
    if (round > 0) pairs.push(isOursFirst ? { ours: early, peer: late } : { ours: late, peer: early })
  }
  return pairs
}

/** Prints `name: value unit, ratio r of peer (target t; spread s) ok|short|void` and gives the verdict. */
export function print(figure: Figure): Verdict {
  const { line, verdict } = lineOf(figure)
  process.stdout.write(`${line}\n`)
  return verdict
}

export function lineOf({ name, unit, peer, pairs, target, valueTarget }: Figure): {
  readonly line: string
  readonly verdict: Verdict
} {
  const ratios = pairs.map((pair) => pair.ours / pair.peer)
  const [value, ratio, spread] = [median(pairs.map((pair) => pair.ours)), median(ratios), spreadOf(ratios)]
  const isMet = meets(ratio, target) && (valueTarget === undefined || meets(value, valueTarget))
  // A round without a value has no spread.
  const verdict = !(spread <= SPREAD_MAX) ? 'void' : isMet ? 'ok' : 'short'
  const targets = [`ratio ${textOf(target)}`, ...(valueTarget === undefined ? [] : [`value ${textOf(valueTarget)}`])]
  const measured = `${name}: ${compact(value)} ${unit}, ratio ${ratio.toFixed(2)} of ${peer}`
  const line = `${measured} (target ${targets.join(', ')}; spread ${(spread * 100).toFixed(0)} %) ${verdict}`
  return { line, verdict }
}

/** A figure that stands by itself: its own values are compared with the target. At least as many as `VALUES_MIN`. */
export type Value = {
  readonly name: string
  readonly unit: string
  readonly values: readonly number[]
  readonly target: Target
  /** The text beside the value, such as a count. */
  readonly note?: string
}

/** Fewer say nothing. For what takes seconds a turn; everything quicker has PAIRS_MIN. */
export const VALUES_MIN = 3

/** Prints `name: value unit (target t; spread s) ok|short|void` and gives the verdict. */
export function printValue(value: Value): Verdict {
  const { line, verdict } = lineOfValue(value)
  process.stdout.write(`${line}\n`)
  return verdict
}

/** A spread makes a run void only where it decides: when some values meet the target and some do not. */
export function lineOfValue({ name, unit, values, target, note }: Value): {
  readonly line: string
  readonly verdict: Verdict
} {
  assert(values.length >= VALUES_MIN, 'fewer values say nothing')
  // Values that are all zero do not differ.
  const spread = values.every((value) => value === 0) ? 0 : spreadOf(values)
  const met = values.filter((value) => meets(value, target)).length
  const isClear = met === 0 || met === values.length
  const verdict = spread > SPREAD_MAX && !isClear ? 'void' : meets(median(values), target) ? 'ok' : 'short'
  const said = note === undefined ? '' : `, ${note}`
  const measured = `${name}: ${compact(median(values))} ${unit}${said}`
  return { line: `${measured} (target ${textOf(target)}; spread ${(spread * 100).toFixed(0)} %) ${verdict}`, verdict }
}

/** CPU microseconds of this process since `began`, garbage collection included. Other work changes it little. */
export function cpuMicrosSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return user + system
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function spreadOf(ratios: readonly number[]): number {
  return (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / median(ratios)
}

/** The value at the index floor(share x count) of the sorted values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return must(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))], 'a figure has values')
}

const meets = (value: number, target: Target) =>
  'atLeast' in target ? value >= target.atLeast : value <= target.atMost

const textOf = (target: Target) =>
  'atLeast' in target ? `>= ${compact(target.atLeast)}` : `<= ${compact(target.atMost)}`

function compact(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
