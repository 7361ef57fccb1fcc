/** Reads of the computed list. Consents and freezes are read with it, so both hide an entry at once. */
import { moneyText, percentText, RANKING_PLACES_MAX, type RankingKind, type RankingSort } from '@veritick/contract'
import { micros, type UserId } from '@veritick/domain'
import { z } from 'zod'
import type { Market } from '../../market/index.ts'
import type { Query } from '../../store/index.ts'
import { maskedName } from './codes.ts'

export type EntryRow = {
  code: string
  place: number
  leverage: number
  weeks_rate: number
  weeks_win: number | null
  weeks_profit: number
  total_rate: number
  total_win: number | null
  total_trades: number
  drawdown: number
  measured_since: number
  curve: string
  instruments: string
}

const COLUMNS: { readonly [Sort in RankingSort]: string } = {
  three_week_rate: 'weeks_rate',
  total_rate: 'total_rate',
  three_week_profit: 'weeks_profit',
  three_week_win: 'weeks_win',
  total_trade_num: 'total_trades',
}

/** $1 is the kind. Equal figures stand in the order of their codes, which say nothing. */
const placed = (sort: RankingSort) => `
  select e.*, n.code, n.user_id,
    (row_number() over (order by e.${COLUMNS[sort]} desc nulls last, n.code))::int as place
  from ranking_entries e
  join ranking_codes n on n.account_id = e.account_id
  join ranking_consents c on c.user_id = n.user_id and c.kind = e.kind and c.listed
  left join users f on f.user_id = n.user_id and f.frozen_at is not null
  where e.kind = $1 and f.user_id is null`

export type Order = { readonly kind: RankingKind; readonly sort: RankingSort }

/** `page` counts from 1; at most RANKING_PLACES_MAX places in all. */
export async function listPage(
  query: Query,
  { kind, sort, page, size }: Order & { readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly EntryRow[]; readonly total: number; readonly asOf: number | null }> {
  const from = (page - 1) * size
  const rows = await query<EntryRow>(
    `select * from (${placed(sort)}) placed where place > $2 and place <= $3 order by place`,
    [kind, from, Math.min(from + size, RANKING_PLACES_MAX)],
  )
  const [counted] = await query<{ total: number }>(`select count(*)::int as total from (${placed(sort)}) placed`, [
    kind,
  ])
  const [progress] = await query<{ listed_at: number }>('select listed_at from ranking_progress')
  return {
    rows,
    total: Math.min(counted?.total ?? 0, RANKING_PLACES_MAX),
    asOf: progress?.listed_at ?? null,
  }
}

/** Every entry of a user, wherever it stands. */
export function ownRows(query: Query, { kind, sort, user }: Order & { readonly user: UserId }): Promise<EntryRow[]> {
  return query<EntryRow>(`select * from (${placed(sort)}) placed where user_id = $2 order by place`, [kind, user])
}

const NUMBERS = z.array(z.number())

export function wireEntry(row: EntryRow, market: Pick<Market, 'item'>) {
  const numbers = (text: string) => NUMBERS.parse(JSON.parse(text))
  return {
    rank: row.place,
    user: maskedName(row.code),
    code: row.code,
    multiple: row.leverage,
    three_week_rate: percentText(row.weeks_rate),
    three_week_win: row.weeks_win === null ? null : percentText(row.weeks_win),
    three_week_profit: moneyText(micros(row.weeks_profit)),
    total_rate: percentText(row.total_rate),
    total_win: row.total_win === null ? null : percentText(row.total_win),
    total_trade_num: row.total_trades,
    drawdown: percentText(row.drawdown),
    since: row.measured_since,
    curve: numbers(row.curve).map(percentText),
    variety: numbers(row.instruments).flatMap((instrument) => market.item(instrument)?.entry.showCode ?? []),
  }
}
