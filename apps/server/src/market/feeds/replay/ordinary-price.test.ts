/** The ordinary price of an instrument in a recording, and the prices that it may have then. */
import { must } from '@veritick/domain'
import { afterAll, expect, test } from 'vitest'
import { priceRange } from '../../catalogue.ts'
import { openReplay } from './feed.ts'
import { catalogue, folderOf, readableLog, removeFolders } from './replay-fixture.ts'

afterAll(removeFolders)

const entryOf = (code: string) =>
  must(
    catalogue.instruments.find(({ terms }) => terms.code === code),
    code,
  )

async function rangeOf(code: string, files: Record<string, string>) {
  const path = folderOf(files)
  const feed = await openReplay({ path, catalogue, seed: '1', speed: 1, from: undefined, log: readableLog().log })
  const entry = entryOf(code)
  const range = priceRange(entry, feed.ordinaryPrice(entry.terms.id))
  await feed.stop()
  return range
}

function bars(year: number, prices: readonly string[]): string {
  const rows = prices.map((price, day) => [`${year}-03-${day + 10}T00:00:00Z`, price, price, price, price].join(','))
  return `ts_utc,open,high,low,close\n${rows.join('\n')}\n`
}

test('a share of decades ago, adjusted for its splits, is tradable at a thousandth of its price of today', async () => {
  const own = priceRange(entryOf('MSFT'))
  const old = await rangeOf('MSFT', { 'MSFT_old.csv': bars(1986, ['0.10', '0.11', '0.10']) })
  expect(own.lowest).toBeGreaterThan(11)
  expect(old).toEqual({ lowest: 1, highest: own.highest })
})

test('one row in a wrong unit tells nothing, and of several recordings the first one counts', async () => {
  const own = priceRange(entryOf('EURUSD'))
  const [lies, later] = [bars(2014, ['9000.5', '1.39', '1.38', '1.37']), bars(2015, ['0.0002', '0.0002'])]
  expect(await rangeOf('EURUSD', { 'EURUSD_a.csv': lies, 'EURUSD_b.csv': later })).toEqual({
    lowest: own.lowest,
    highest: 1.39e5 * 5,
  })
})

test('a recording in points says it in points, too', async () => {
  const plain = await rangeOf('EURUSD', { 'EURUSD_a.csv': bars(2014, ['1.30584', '1.30590']) })
  expect(await rangeOf('EURUSD', { 'EURUSD_a.csv': bars(2014, ['130584', '130590']) })).toEqual(plain)
})
