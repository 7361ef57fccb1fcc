/**
 * The recorded day, read directly from its file, as the reference for the journeys. Shares no code with the replay
 * feed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ROOT } from './world.ts'

/** Prices as whole points of 0.00001, parsed from the digits of the file. */
export type Tick = { readonly time: number; readonly bid: number; readonly ask: number }

/** The ECB day: EURUSD of 2014-05-08. */
export const ECB_DAY = join(ROOT, '..', 'shared', 'data', 'ticks', 'EURUSD_oanda_2014-05-08.csv.gz')
export const isRecorded = existsSync(ECB_DAY)

const DECIMALS = 5

export function recordedTicks(): readonly Tick[] {
  const [header, ...lines] = gunzipSync(readFileSync(ECB_DAY)).toString('utf8').trim().split('\n')
  if (header?.trim() !== 'ts_utc,bid,ask') throw new Error(`unexpected columns: ${header}`)
  return lines.map((line) => {
    const [time = '', bid = '', ask = ''] = line.trim().split(',')
    return { time: Date.parse(time), bid: pointsOf(bid), ask: pointsOf(ask) }
  })
}

/** "1.3934" -> 139340. */
export function pointsOf(text: string): number {
  const [units = '', fraction = ''] = text.split('.')
  return Number(units + fraction.padEnd(DECIMALS, '0'))
}

/** 139340 -> "1.39340". */
export function textOf(points: number): string {
  const digits = String(points).padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}
