/** Statements of a period: they add up, they are their owner's alone, and a spreadsheet finds no formula in them. */
import { inflateSync } from 'node:zlib'
import { STATEMENT } from '@veritick/contract'
import { accountId, micros } from '@veritick/domain'
import { accountOf, customer, fund, openChannels, set } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountLogRow } from '../../projections/queries.ts'
import { DAY_MS } from '../../services/clock/times.ts'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { LINES_AT_ONCE, type Statement, statementCsv, statementOf } from './statement.ts'
import { statementPdf } from './statement-pdf.ts'

let server: TestServer
let ana: Caller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
  server.feed.say('EURUSD', '1.08500', '1.08510')
  await fund(server, ana, 500)
  const order = await ana.does('submit', {
    forex_id: server.feed.id('EURUSD'),
    type: 1,
    status: 1,
    cont: '0.05',
    multiple: 30,
  })
  await ana.does('close', { id: order.Id })
  server.feed.wait(DAY_MS)
  server.feed.say('EURUSD', '1.08600', '1.08610')
  await fund(server, ana, 100)
})
afterAll(() => server.close())

const get = (who: Caller, query: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${STATEMENT.path}?${new URLSearchParams(query)}`, {
    headers: { lang: 'en', ...(who.token === undefined ? {} : { authorization: who.token }), ...headers },
  })
const csv = async (from: string, to: string, lang = 'en') => {
  const answer = await get(ana, { from, to, format: 'csv' }, { lang })
  const text = await answer.text()
  return {
    answer,
    rows: text
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')),
  }
}
const reason = async (who: Caller, query: Record<string, string>) =>
  ((await (await get(who, query)).json()) as { reason: string }).reason

test('a day as CSV: before, each change with the balance after it, and the end', async () => {
  const { answer, rows } = await csv('2026-03-04', '2026-03-04')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="statement-${(await ana.does('userInfo', {})).uid}-${await accountOf(server, ana)}-2026-03-04-2026-03-04.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(rows[0]).toEqual(['Time (UTC)', 'Kind', 'Entry', 'Order', 'Amount USD', 'Balance USD'])
  expect(rows.slice(1).map(([, kind, entry, , amount, balance]) => [kind, entry, amount, balance])).toEqual([
    ['', 'Opening balance', '', '0.000000'],
    ['Deposits', expect.stringMatching(/^Deposit \d{10}$/), '500.000000', '500.000000'],
    ['Fees', `Fee EUR/USD #${rows[3]?.[3]}`, rows[3]?.[4], rows[3]?.[5]],
    ['Trading', `Loss EUR/USD #${rows[3]?.[3]}`, '-0.500000', rows[4]?.[5]],
    ['', 'Closing balance', '', rows[4]?.[5]],
  ])
  expect(rows[3]?.[3]).toMatch(/^\d{12}$/)
  const amounts = rows.slice(2, -1).map((row) => Math.round(Number(row[4]) * 1e6))
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(Math.round(Number(rows.at(-1)?.[5]) * 1e6))
})

test('the next day begins where the one before ended; both together end at the balance of now', async () => {
  const first = (await csv('2026-03-04', '2026-03-04')).rows
  const second = (await csv('2026-03-05', '2026-03-05')).rows
  const both = (await csv('2026-03-04', '2026-03-05')).rows
  expect(second[1]?.[5]).toBe(first.at(-1)?.[5])
  expect(second.at(-1)?.[5]).toBe((await ana.does('getBalance', {})).balance)
  expect(both).toHaveLength(first.length + second.length - 3)
  expect(both.at(-1)?.[5]).toBe(second.at(-1)?.[5])
})

test('a period without a change says the balance that stood', async () => {
  const before = (await csv('2025-01-01', '2025-12-31')).rows
  expect(before.slice(1).map((row) => row[5])).toEqual(['0.000000', '0.000000'])
  const after = (await csv('2026-04-01', '2026-04-30')).rows
  const { balance } = await ana.does('getBalance', {})
  expect(after.slice(1).map((row) => row[5])).toEqual([balance, balance])
})

test("in the reader's language", async () => {
  const { rows } = await csv('2026-03-04', '2026-03-04', 'hk')
  expect(rows[1]?.[2]).toBe('期初結餘')
  expect(rows.slice(2, -1).map(([, kind]) => kind)).not.toContainEqual(expect.stringMatching(/[a-z]/i))
})

test('in Arabic without the invisible direction marks of its sentences; an order is the order', async () => {
  const { rows } = await csv('2026-03-04', '2026-03-04', 'ar')
  expect(rows.flat().join('')).not.toMatch(/\p{Bidi_Control}/u)
  expect(rows[0]?.[3]).toBe('الأمر')
  expect(rows[3]?.[2]).toContain(`#${rows[3]?.[3]}`)
})

test('as PDF, with the same figures', async () => {
  const answer = await get(ana, { from: '2026-03-04', to: '2026-03-05', format: 'pdf' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const words = wordsOf(bytes)
  expect(words).toContain('Veritick - Statement of account')
  expect(words).toContain('Deposit')
  const { balance } = await ana.does('getBalance', {})
  expect(words).toContain(`\n${balance.replace(/(\.\d\d\d*?)0+$/, '$1')}\n`)
  expect(words).toMatch(/\nDeposits\n600\.00\nTrading\n-0\.50\nFees\n-\d+\.\d+\nNet change\n/)
  expect(words).toContain('Page 1 of 1')
  expect(words).not.toContain('Demo account')
})

test('the PDF names its operator and time; that of a demo account says that its money is virtual', async () => {
  const unstated = server.context.settings.get('operator')
  await set(server, 'operator', { ...unstated, name: 'North Markets Ltd', registered_address: '1 Quay, Limassol' })
  const demo = await server.person()
  const answer = await get(demo, { from: '2026-03-04', to: '2026-03-05', format: 'pdf' })
  const words = wordsOf(Buffer.from(await answer.arrayBuffer()))
  expect(words).toContain('Issued by North Markets Ltd, 1 Quay, Limassol')
  expect(words).toMatch(/Issued at \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  expect(words).toContain('Demo account: virtual money, no claim to a payout.')
  expect(words).toContain('100,000.00')
  await set(server, 'operator', unstated)
})

test('every page of a long PDF has the heads of its columns and its number', async () => {
  const line = { at: '2026-03-04T15:00:00.000Z', kind: 'profit', order: null, amount: micros(1_000_000) }
  const lines = Array.from({ length: 120 }, (_, at) => ({ ...line, balance: micros(at + 1), words: 'Profit' }))
  const period = { uid: '1', from: '2026-03-04', to: '2026-03-04', opening: micros(0), closing: micros(120) }
  const issued = { brand: 'Veritick', issuer: '', at: '2026-03-05 10:00 UTC', isDemo: false }
  const words = wordsOf(await statementPdf({ ...period, lines }, issued))
  expect(words.match(/Balance USD/g)).toHaveLength(3)
  expect(words).toContain('Page 3 of 3')
})

test('the PDF is headed by the brand of the operator, where its letters can be drawn', async () => {
  const headOf = async (brand: string) => {
    await set(server, 'operator', { ...server.context.settings.get('operator'), brand })
    const answer = await get(ana, { from: '2026-03-04', to: '2026-03-05', format: 'pdf' })
    return wordsOf(Buffer.from(await answer.arrayBuffer()))
  }
  expect(await headOf('North Markets')).toContain('North Markets - Statement of account')
  const other = await headOf('北方')
  expect(other).toContain('Statement of account')
  expect(other).not.toContain('Veritick')
  await headOf('')
})

test('a customer gets statements of their own accounts only', async () => {
  const demo = await server.person()
  const text = await (await get(demo, { from: '2026-03-04', to: '2026-03-05', format: 'csv' })).text()
  expect(text).toContain('Demo money')
  expect(text).not.toContain('Deposit')
  expect(await reason(server.visitor, { from: '2026-03-04', to: '2026-03-05', format: 'csv' })).toBe('session_missing')
})

test.each([
  [{ from: '', to: '2026-03-05', format: 'csv' }, 'parameter_not_allowed'],
  [{ from: '2026-03-05', to: '2026-03-04', format: 'csv' }, 'period_wrong'],
  [{ from: '2026-02-30', to: '2026-03-04', format: 'csv' }, 'period_wrong'],
  [{ from: '2026-03-01', to: '2026-13-04', format: 'csv' }, 'period_wrong'],
  [{ from: '2026-03-01', to: '2026-03-04', format: 'exe' }, 'parameter_not_allowed'],
  [{ from: '2026-03-01', to: '2026-03-04' }, 'parameter_missing'],
])('%j: %s', async (query, word) => {
  expect(await reason(ana, query)).toBe(word)
})

test('what a spreadsheet would take for a formula is text', async () => {
  const line = { at: '2026-03-04T15:00:00.000Z', kind: 'deposit', order: null, amount: micros(-1), balance: micros(5) }
  const words = ['=1+1', '+x', '@x', '-x', '-1+x', '\n=x', '\uff1dx', 'a "b", c']
  const statement: Statement = {
    uid: '1',
    from: '2026-03-04',
    to: '2026-03-04',
    opening: micros(0),
    closing: micros(0),
    lines: words.map((each) => ({ ...line, words: each })),
  }
  const text = await statementCsv(statement, 'en')
  for (const safe of [
    ",'=1+1,",
    ",'+x,",
    ",'@x,",
    ",'-x,",
    ",'-1+x,",
    ',"\'\n=x",',
    ",'\uff1dx,",
    ',"a ""b"", c",',
    ',-0.000001,',
  ])
    expect(text).toContain(safe)
})

describe('a statement of thousands of lines', () => {
  const LINES = 10_000
  const wide = { from: '2026-03-04', to: '2026-03-05', format: 'csv' }

  /** Lines of an account log that add up, each a micro-dollar. */
  const rowsOf = (count: number): AccountLogRow[] =>
    Array.from({ length: count }, (_, at) => ({
      account: accountId(7),
      sequence: at + 1,
      kind: 'profit',
      amount: 1,
      balanceAfter: at + 1,
      order: null,
      instrument: null,
      reference: null,
      at,
      wallTime: at,
    }))

  test('is made while the event loop turns', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    const made = { uid: '7', from: '2026-03-04', to: '2026-03-04', opening: micros(0), language: 'en' as const }
    const statement = await statementOf({
      ...made,
      rows: rowsOf(LINES),
      codeOf: () => 'EURUSD',
      recordOf: () => undefined,
      ids: server.context.ids,
    })
    const text = await statementCsv(statement, 'en')
    clearImmediate(timer)
    expect(text.trimEnd().split('\r\n')).toHaveLength(LINES + 3)
    expect(turns).toBeGreaterThanOrEqual((2 * LINES) / LINES_AT_ONCE - 2)
  })

  test("a customer's own wait for each other, and past the end of the queue they are refused", async () => {
    const demo = await server.person()
    const { query } = server.context.store
    await server.context.core.projected()
    const [line] = await query<{ account: number; sequence: number; balance: number; at: number }>(
      'select account, sequence, balance_after as balance, at from account_log order by sequence desc limit 1',
    )
    if (line === undefined) throw new Error('the demo account has a line')
    const before = await query<{ highest: number }>('select max(sequence) as highest from account_log')
    await query(
      `insert into account_log (account, sequence, kind, amount, balance_after, at, wall_time)
       select $1::bigint, $2::bigint + each, 'profit', 1, $3::bigint + each, $4::bigint, $4::bigint from generate_series(1, $5) as each`,
      [line.account, (before[0]?.highest ?? 0) + 1_000_000, line.balance, line.at, LINES],
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const answer = await get(demo, wide)
        return { status: answer.status, text: await answer.text() }
      }),
    )
    const good = answers.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThanOrEqual(
      LIMITS.work.statements.perCaller + LIMITS.work.statements.waitingPerCaller,
    )
    for (const { text } of good) expect(text.trimEnd().split('\r\n').length).toBeGreaterThan(LINES)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ text }) => JSON.parse(text).reason)).toEqual(refused.map(() => 'busy'))
    expect(refused.length).toBeGreaterThan(0)
    await query('delete from account_log where sequence > $1', [(before[0]?.highest ?? 0) + 1_000_000])
  })
})

/** The text of a PDF whose fonts are the built-in ones: hex strings in compressed streams. */
function wordsOf(pdf: Buffer): string {
  const parts: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('endstream', at)
    if (end < 0 || pdf.subarray(at - 3, at).toString() === 'end') continue
    const drawn = inflateSync(pdf.subarray(at + 7, end)).toString('latin1')
    for (const line of drawn.matchAll(/\[(.*?)\] TJ/g)) {
      const pieces = [...(line[1] ?? '').matchAll(/<([0-9a-f]+)>/g)].map((piece) =>
        Buffer.from(piece[1] ?? '', 'hex').toString('latin1'),
      )
      parts.push(pieces.join(''))
    }
  }
  return parts.join('\n')
}
