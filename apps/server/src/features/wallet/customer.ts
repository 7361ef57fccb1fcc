/** The balance, what of it is locked, and every change of it. */
import { ENTRY_GROUPS, moneyText, PAGE_SIZE } from '@veritick/contract'
import type { Handlers } from '../../calls/index.ts'
import { accountLogPage } from '../../projections/index.ts'
import { accountOf } from '../accounts/index.ts'
import { codesOf } from '../orders/index.ts'
import type { Context } from './context.ts'
import { recordsOf } from './records.ts'
import { wireEntry } from './wallet.ts'

export function walletHandlers(context: Context): Handlers<'getBalance' | 'forexDetail' | 'forexChange'> {
  const { core, store } = context
  return {
    getBalance: async ({ session }) => ({
      ok: true,
      data: { balance: moneyText((await accountOf(core, session.account)).balance) },
    }),

    forexDetail: async ({ session }) => {
      const { balance, locked } = await accountOf(core, session.account)
      return { ok: true, data: { balance: moneyText(balance), lock_balance: moneyText(locked) } }
    },

    forexChange: async ({ session, params, language, looked }) => {
      await core.projected()
      const page = await accountLogPage(store.db, {
        account: session.account,
        page: params.page ?? 1,
        size: PAGE_SIZE,
        kinds: params.group && ENTRY_GROUPS[params.group],
      })
      const { lines, total } = page
      looked(page.looked)
      const codeOf = await codesOf(
        context,
        lines.map((row) => row.instrument),
      )
      const recordOf = await recordsOf(store.db, { user: session.user, rows: lines })
      const list = lines.map((row) =>
        wireEntry({ row, code: codeOf(row.instrument), record: recordOf(row.reference), language, ids: context.ids }),
      )
      return { ok: true, data: { list, total } }
    },
  }
}
