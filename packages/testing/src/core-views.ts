/** The core's answers about all accounts and instruments: for tests that compare them with tables, logs and answers. */
import type { InstrumentTerms } from '@veritick/domain'
import { ACCOUNTS_PER_ANSWER_MAX, type AccountView } from '@veritick/engine'
import type { Core } from '../../../apps/server/src/core/core.ts'
import { CoreBusy } from '../../../apps/server/src/journal/errors.ts'

type WithCore = { readonly context: { readonly core: Pick<Core, 'query'> } }

/** Every account, by number. */
export async function accountViews({ context }: WithCore): Promise<readonly AccountView[]> {
  const views: AccountView[] = []
  for (;;) {
    const after = views.at(-1)?.account ?? 0
    const page = await context.core.query({ kind: 'accounts', after, limit: ACCOUNTS_PER_ANSWER_MAX })
    if (page.length === 0) return views
    views.push(...page)
  }
}

/** Waits for the read tables as long as they need: the core refuses a caller who waits for seconds. */
export async function untilProjected(core: Pick<Core, 'projected'>): Promise<void> {
  for (;;) {
    try {
      return await core.projected()
    } catch (error) {
      if (!(error instanceof CoreBusy)) throw error
      await new Promise((resolve) => setTimeout(resolve, PROJECTED_ASKED_EVERY_MS))
    }
  }
}

const PROJECTED_ASKED_EVERY_MS = 100

/** The terms of an instrument as the engine has them; `undefined`: it was never told any. */
export async function termsIn({ context }: WithCore, instrument: number): Promise<InstrumentTerms | undefined> {
  const [view] = await context.core.query({ kind: 'markets', instruments: [instrument] })
  return view?.terms
}
