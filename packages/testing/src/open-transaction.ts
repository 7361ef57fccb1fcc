/**
 * A decision of the engine that cannot become durable while a transaction of the embedded store is open: what the
 * transaction waits for from the core then never comes.
 */
import type { AccountId } from '@veritick/domain'
import type { TestServer } from './test-server.ts'

/**
 * The result of `decide`. While its transaction number `at`, from 1 on, is open, the engine decides about `account`. It
 * is the account of a customer beside `decide`.
 */
export async function withOrderMeanwhile<Result>(
  server: TestServer,
  { account, at }: { readonly account: AccountId; readonly at: number },
  decide: () => Promise<Result>,
): Promise<Result> {
  const { store, core, market } = server.context
  const { transaction } = store
  const frozen = (await core.query({ kind: 'account', account }))?.frozen !== true
  const begun = signal()
  const ordered = signal()
  let opened = 0
  store.transaction = (work) =>
    transaction(async (tx) => {
      opened += 1
      if (opened === at) {
        begun.give()
        await ordered.given
      }
      return work(tx)
    })
  try {
    const result = decide()
    await begun.given
    // The core of this thread decides in this turn.
    const ordering = core.submit({ command: { kind: 'freeze_account', at: market.clock(), account, frozen } })
    ordered.give()
    await result
    const { outcome } = await ordering
    if (!outcome.ok) throw new Error(`the engine refused: ${outcome.reason}`)
    return await result
  } finally {
    store.transaction = transaction
  }
}

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}
