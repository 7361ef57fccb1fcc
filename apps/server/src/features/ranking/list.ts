/**
 * Computes the ranking: one entry for each account whose owner consented and that may be listed. One transaction
 * replaces the list; it locks the consents, so that a consent that ends meanwhile leaves no entry and no code.
 */
import { RANKING_DAYS, RANKING_TRADES_MIN } from '@veritick/contract'
import {
  type AccountId,
  drawdownRate,
  growthRate,
  INDEX_START,
  must,
  typicalLeverage,
  type UserId,
  winRate,
} from '@veritick/domain'
import { DAY_MS } from '../../services/clock/index.ts'
import { rankingEntries, type Transaction } from '../../store/index.ts'
import { drawCode } from './codes.ts'
import type { RankingParts } from './context.ts'
import { ACCOUNTS_AT_ONCE, type Measured, measureAccounts } from './measure.ts'
import { beginningsOf, type Closed, closedPositions, curvesOf, type WindowRow, windowStarts } from './records.ts'

/** Entries that are stored of each kind, the best three weeks first. */
const ENTRIES_MAX = 1_000

type Candidate = { account_id: AccountId; user_id: UserId; kind: 'demo' | 'real' }
type Entry = typeof rankingEntries.$inferInsert

export async function computeList(parts: RankingParts): Promise<void> {
  const { runtime, store } = parts
  const listedAt = runtime.now()
  const entries: Entry[] = []
  for (let after = 0; ; ) {
    const page = await candidates(parts, after)
    const last = page.at(-1)
    if (last === undefined) break
    entries.push(...(await entriesOf(parts, page)))
    after = last.account_id
  }
  const kept = (['real', 'demo'] as const).flatMap((kind) =>
    entries
      .filter((entry) => entry.kind === kind)
      .sort((a, b) => b.weeksRate - a.weeksRate || a.account - b.account)
      .slice(0, ENTRIES_MAX),
  )
  // In the lane that asks before its COMMIT whether objects of the store were changed.
  await store.transaction((tx) => replace(parts, tx, { kept, listedAt }))
}

/** A real account needs a verified identity: a person has one, so a trader cannot list the best of fifty users. */
function candidates({ store }: RankingParts, after: number): Promise<Candidate[]> {
  return store.background.query<Candidate>(
    `select a.account_id, a.user_id, a.kind from ranking_consents c
     join accounts a on a.user_id = c.user_id and a.kind = c.kind
     left join users f on f.user_id = c.user_id and f.frozen_at is not null
     left join identities i on i.user_id = c.user_id and i.state = 'verified'
     where c.listed and f.user_id is null and (c.kind = 'demo' or i.user_id is not null) and a.account_id > $1
     order by a.account_id limit $2`,
    [after, ACCOUNTS_AT_ONCE],
  )
}

async function entriesOf(parts: RankingParts, page: readonly Candidate[]): Promise<readonly Entry[]> {
  const { query } = parts.store.background
  const all = await measureAccounts(
    parts,
    page.map(({ account_id }) => account_id),
  )
  const windows = await windowStarts(query, all, parts.runtime.now() - RANKING_DAYS * DAY_MS)
  const longEnough = all.flatMap((measured) => {
    const weeks = windows.get(measured.account)
    return weeks === undefined ? [] : [{ measured, weeks }]
  })
  const records = longEnough.map(({ measured, weeks }) => ({ ...measured, weeks: weeks.sequence }))
  const closed = await closedPositions(query, records)
  const curves = await curvesOf(query, records)
  const beginnings = await beginningsOf(query, records)
  const kinds = new Map(page.map(({ account_id, kind }) => [account_id, kind]))
  return longEnough.flatMap(({ measured, weeks }) => {
    const { account } = measured
    const positions = closed.get(account)
    if (positions === undefined || positions.closed < RANKING_TRADES_MIN) return []
    const kind = must(kinds.get(account), 'a measured account was asked for')
    const began = must(beginnings.get(account), 'a record began with a line')
    // The day only: the moment of a first deposit would name an account again under each of its codes.
    const measuredSince = began - (began % DAY_MS)
    const curve = curves.get(account) ?? []
    return [{ account, kind, measuredSince, ...figuresOf({ measured, weeks, positions, curve }) }]
  })
}

function figuresOf(found: {
  readonly measured: Measured
  readonly weeks: WindowRow
  readonly positions: Closed
  readonly curve: readonly number[]
}): Omit<Entry, 'account' | 'kind' | 'measuredSince'> {
  const { measured, weeks, positions, curve } = found
  const { growth } = measured
  return {
    leverage: must(typicalLeverage(positions.leverages), 'a closed position has a leverage'),
    weeksRate: growthRate({ from: weeks.growth_index, to: growth.index }),
    weeksWin: winRate({ closed: positions.weeksClosed, won: positions.weeksWon }) ?? null,
    weeksProfit: growth.profit - weeks.profit,
    totalRate: growthRate({ from: INDEX_START, to: growth.index }),
    totalWin: winRate(positions) ?? null,
    totalTrades: positions.closed,
    drawdown: drawdownRate(growth.drawdown),
    curve: JSON.stringify([...curve, growth.index].map((index) => growthRate({ from: INDEX_START, to: index }))),
    instruments: JSON.stringify(positions.instruments),
  }
}

async function replace(
  { runtime }: RankingParts,
  tx: Transaction,
  { kept, listedAt }: { readonly kept: readonly Entry[]; readonly listedAt: number },
): Promise<void> {
  const agreed = await tx.query<Candidate & { code: string | null }>(
    `select a.account_id, a.user_id, a.kind, n.code from ranking_consents c
     join accounts a on a.user_id = c.user_id and a.kind = c.kind
     left join ranking_codes n on n.account_id = a.account_id
     where c.listed and a.account_id = any($1::integer[]) for update of c`,
    [kept.map(({ account }) => account)],
  )
  const owners = new Map(agreed.map((each) => [each.account_id, each]))
  const shown = kept.filter(({ account }) => owners.has(account))
  for (const { account } of shown) {
    const { user_id, code } = must(owners.get(account), 'an account that is shown has an owner')
    if (code !== null) continue
    await tx.query('insert into ranking_codes (account_id, user_id, code) values ($1, $2, $3) on conflict do nothing', [
      account,
      user_id,
      drawCode(runtime),
    ])
  }
  await tx.query('delete from ranking_entries')
  if (shown.length > 0) await tx.db.insert(rankingEntries).values([...shown])
  await tx.query('update ranking_progress set listed_at = $1', [listedAt])
}
