/** The customer's calls about closing the own account: what it means and what is in the way, and closing it. */
import { moneyText } from '@veritick/contract'
import { type Handlers, say } from '../../calls/index.ts'
import { proofIn, requireProof } from '../accounts/index.ts'
import { customerActor } from '../approvals/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import type { Closures } from './closures.ts'

type Context = CaseworkParts & { readonly closures: Closures }

export function closureHandlers(context: Context): Handlers<'closingState' | 'closeAccount'> {
  const { closures } = context
  return {
    closingState: async ({ session }) => {
      const { obstacles, owed, rewards, days } = await closures.view(session.user)
      const data = {
        kind: session.kind,
        obstacles: obstacles.map(({ reason, account }) => ({
          reason,
          account: account === undefined || account === session.account ? null : account,
        })),
        owed: moneyText(owed),
        rewards: moneyText(rewards),
        days,
      }
      return { ok: true, data }
    },

    closeAccount: async ({ session, params, language, browser }) => {
      const { user, kind } = session
      const proof = { session, browser, purpose: 'proof', ...proofIn(params), fresh: true } as const
      const done = await closures.close({
        user,
        actor: customerActor(user),
        reason: '',
        // The owner of a demo account alone has nothing to prove with.
        ...(kind === 'demo' ? {} : { proves: () => requireProof(context, proof) }),
      })
      return done.ok ? { ok: true, data: null, msg: say(language, 'messages.account_closed') } : done
    },
  }
}
