/** Recordings that are broken: bad rows are skipped and named, a file without a good row is refused at the start. */
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { openReplay } from './feed.ts'
import { RecordingRefused } from './lines.ts'
import { allOf, at, catalogue, folderOf, readableLog, removeFolders, TICKS } from './replay-fixture.ts'

afterAll(removeFolders)

describe('broken recordings', () => {
  const good = (time: string) => `2014-05-08T12:45:${time}Z,1.39100,1.39113`
  test('broken rows are skipped, counted, and named with their line', async () => {
    const rows = [
      'ts_utc,bid,ask',
      '0001-01-01T00:00:00.000Z,1.39100,1.39113',
      '1970-12-31T23:59:59.999Z,1.39100,1.39113',
      good('00.000'),
      '',
      'hello',
      '2014-05-08T12:45:01.000Z,1.39100',
      '2014-05-08T12:45:01.000Z,1.39100,1.39113,7',
      '2014-05-08 12:45:01,1.39100,1.39113',
      '2014-13-08T12:45:01.000Z,1.39100,1.39113',
      '2014-05-08T12:45:01.000Z,NaN,1.39113',
      '2014-05-08T12:45:01.000Z,1e5,1.39113',
      '2014-05-08T12:45:01.000Z,0x10,1.39113',
      '2014-05-08T12:45:01.000Z,1.39100,99999999.5',
      '2014-05-08T12:44:59.999Z,1.39100,1.39113',
      good('02.000'),
    ]
    const { quotes, log } = await allOf({ 'EURUSD_a.csv': `${rows.join('\n')}\n` })
    expect(quotes.map((quote) => quote.slice(7, 19))).toEqual(['12:45:00.000', '12:45:02.000'])
    const named = log.filter(({ msg }) => msg === 'broken row skipped')
    expect(named.map(({ file, line }) => `${file}:${line}`)).toEqual(
      [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((line) => `EURUSD_a.csv:${line}`),
    )
    expect(named.map(({ why }) => why)).toContain('its time goes back')
    expect(named.map(({ why }) => why)).toContain('"0001-01-01T00:00:00.000Z" is no moment in UTC from 1971 to 2099')
    expect(log.find(({ msg }) => msg === 'recording')).toMatchObject({ rows: 2, brokenRows: 13, instrument: 'EURUSD' })
  })

  test.each([
    ['of the year 9999', '9999-12-31T23:59:59.000Z'],
    ['of the year 9999, as the first one', '9999-12-31T23:59:59.000Z', 0],
    ['of the wrong year', '2041-05-08T12:45:01.000Z'],
    ['of the wrong month', '2014-06-08T12:45:01.000Z'],
  ])('a row %s takes none of the rows behind it away', async (_, moment, place = 1) => {
    const rows = [good('00.000'), good('02.000'), good('03.000')]
    rows.splice(place, 0, `${moment},1.39100,1.39113`)
    const { quotes, log } = await allOf({ 'EURUSD_a.csv': `ts_utc,bid,ask\n${rows.join('\n')}\n` })
    expect(quotes.map((quote) => quote.slice(7, 19))).toEqual(['12:45:00.000', '12:45:02.000', '12:45:03.000'])
    expect(log.find(({ msg }) => msg === 'recording')).toMatchObject({ rows: 3, brokenRows: 1 })
  })

  test('a true gap of months costs one row', async () => {
    const later = (time: string) => `2014-11-10T12:45:${time}Z,1.39100,1.39113`
    const rows = ['ts_utc,bid,ask', good('00.000'), later('01.000'), later('02.000'), later('03.000')]
    const { quotes } = await allOf({ 'EURUSD_a.csv': rows.join('\n') })
    expect(quotes.map((quote) => quote.slice(7, 19))).toEqual(['12:45:00.000', '12:45:02.000', '12:45:03.000'])
  })

  test('of bars of a month all but one count', async () => {
    const bars = ['01', '02', '03', '04', '05', '06', '07'].map(
      (month) => `2014-${month}-01T00:00:00.000Z,1.39100,1.39113,1.39090,1.39100,100`,
    )
    const { log } = await allOf({ 'EURUSD_a.csv': `ts_utc,open,high,low,close,volume\n${bars.join('\n')}\n` })
    expect(log.find(({ msg }) => msg === 'recording')).toMatchObject({ rows: 6, brokenRows: 1 })
  })

  test('bars: a doubled time, a close outside, a negative volume', async () => {
    const bar = (time: string, prices: string) => `2014-05-08T12:${time}:00.000Z,${prices}`
    const rows = [
      'ts_utc,open,high,low,close,volume',
      bar('00', '1.1,1.2,1.0,1.1,5'),
      bar('00', '1.1,1.2,1.0,1.1,5'),
      bar('01', '1.1,1.2,1.0,1.3,5'),
      bar('02', '1.1,1.0,1.2,1.1,5'),
      bar('03', '1.1,1.2,1.0,1.1,-5'),
    ]
    const { quotes, log } = await allOf({ 'EURUSD_m1.csv': rows.join('\n') })
    expect(quotes.length).toBe(4)
    expect(log.filter(({ msg }) => msg === 'broken row skipped').map(({ line }) => line)).toEqual([3, 4, 5, 6])
  })

  test('crossed and non-positive ticks are for the quality gate to refuse: they are read', async () => {
    expect(
      (
        await allOf({
          'EURUSD.csv': 'ts_utc,bid,ask\n2014-05-08T12:45:00.000Z,1.2,1.1\n2014-05-08T12:45:01.000Z,-1,0\n',
        })
      ).quotes,
    ).toEqual(['EURUSD 12:45:00.000 120000 110000', 'EURUSD 12:45:01.000 -100000 0'])
  })

  test.each<[string, Record<string, string | Buffer>, RegExp]>([
    [
      'a strange header',
      { 'EURUSD_a.csv': 'time,price\n1,2\n' },
      /^EURUSD_a\.csv:1: no known header: "time,price"; expected columns: ts_utc,bid,ask, or .*,high,low,close$/,
    ],
    [
      'a file that is not gzip',
      { 'EURUSD_a.csv.gz': Buffer.from('ts_utc,bid,ask\n') },
      /^EURUSD_a\.csv\.gz:1: not gzip, or damaged$/,
    ],
    [
      'a gzip file cut off',
      { 'EURUSD_a.csv.gz': gzipSync(TICKS.repeat(200)).subarray(0, 60) },
      /^EURUSD_a\.csv\.gz:\d+: the gzip file ends too early$/,
    ],
    [
      'an empty file',
      { 'EURUSD_a.csv': '' },
      /^EURUSD_a\.csv:1: no good row; expected columns: ts_utc,bid,ask, or .*$/,
    ],
    [
      'a header and nothing',
      { 'EURUSD_a.csv': 'ts_utc,bid,ask\n' },
      /^EURUSD_a\.csv:1: no good row; expected columns: ts_utc,bid,ask$/,
    ],
    [
      'only broken rows',
      { 'EURUSD_a.csv': 'ts_utc,open,high,low,close\nx\ny\n' },
      /^EURUSD_a\.csv:3: no good row; expected columns: ts_utc,open,high,low,close$/,
    ],
    [
      'a line without end',
      { 'EURUSD_a.csv': `ts_utc,bid,ask\n${'1'.repeat(200_000)}` },
      /^EURUSD_a\.csv:2: longer than 4096 characters$/,
    ],
    ['nothing that is known', { 'BTCUSD_a.csv': TICKS }, /no recording .* of an instrument in the catalogue$/],
  ])('%s is refused at the start', async (_, files, message) => {
    const opened = openReplay({
      path: folderOf(files),
      catalogue,
      seed: '1',
      speed: 1,
      from: undefined,
      log: readableLog().log,
    })
    await expect(opened).rejects.toThrow(message)
    await expect(opened).rejects.toBeInstanceOf(RecordingRefused)
  })

  test('a path that is not there, and a beginning after the end', async () => {
    const { log } = readableLog()
    await expect(
      openReplay({ path: '/nowhere/x.csv', catalogue, seed: '1', speed: 1, from: undefined, log }),
    ).rejects.toThrow('/nowhere/x.csv: there is no such file or folder')
    const path = folderOf({ 'EURUSD_a.csv': TICKS })
    await expect(
      openReplay({ path, catalogue, seed: '1', speed: 1, from: at('2020-01-01T00:00:00Z'), log }),
    ).rejects.toThrow('is after the last row, 2014-05-08T12:45:00.900Z')
  })
})
