/** Rows of read tables arrive as they were, also where a text holds marks that COPY or an array would read. */
import { accountId } from '@veritick/domain'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountLog, type Store } from '../store/index.ts'
import { openStore } from '../store/store.ts'
import type { AccountLogRow } from './fold.ts'
import { appendRows, replaceRows } from './table-rows.ts'

const TEXTS = [
  null,
  '',
  'plain',
  '\\N',
  '\\.',
  'back\\slash',
  'a\ttab',
  'two\nlines',
  'a\rreturn',
  '"quoted"',
  "it's",
  'NULL',
  '日本 €',
  '{a,b}',
]

const rowsWith = (amount: number): readonly AccountLogRow[] =>
  TEXTS.map((reference, at) => ({
    account: accountId(7),
    sequence: at + 1,
    kind: 'deposit',
    amount,
    balanceAfter: Number.MAX_SAFE_INTEGER,
    order: null,
    instrument: at,
    reference,
    at: 1_795_532_655_403,
    wallTime: 1_795_532_655_404,
  }))

describe.each(storeKinds())('on the %s store', (kind) => {
  let where: StoreLocation
  let store: Store
  beforeAll(async () => {
    where = await openLocation(kind, ['rows'])
    store = await openStore({ ...where, world: 'rows' })
  })
  afterAll(async () => {
    await store.close()
    await where.clean()
  })

  const stored = () => store.db.select().from(accountLog).orderBy(accountLog.sequence)

  test('added and replaced rows are read as they were', async () => {
    const added = rowsWith(-5)
    await store.transaction((tx) => appendRows(tx, accountLog, added))
    expect(await stored()).toEqual(added)
    const replaced = rowsWith(8)
    await store.transaction((tx) => replaceRows(tx, accountLog, replaced))
    expect(await stored()).toEqual(replaced)
  })

  test('a row that is there already is refused with its code, and the transaction adds nothing', async () => {
    const before = await stored()
    const [first] = rowsWith(1)
    const more = { ...first, sequence: 100 } as AccountLogRow
    const adding = store.transaction(async (tx) => {
      await appendRows(tx, accountLog, [more])
      await appendRows(tx, accountLog, rowsWith(1))
    })
    await expect(adding).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toEqual(before)
  })
})
