/**
 * The digits of the wire for states and methods of casework records, both ways. The store and the features use names
 * only, except for the setting of the withdrawal currencies (`features/settings/channels.ts`), which stores digits. No
 * other file of the server joins a name with its digit. The table of both is in `packages/contract`.
 */
import { CHARGE_STATUS, CHARGE_TYPE, DRAW_STATUS, DRAW_TYPE, IDENTITY_STATUS, REVIEW_STATUS } from '@veritick/contract'
import { assert } from '@veritick/domain'
import type { deposits, identities, identitySubmissions, withdrawals } from '../../store/index.ts'

export type DepositMethod = (typeof deposits.$inferSelect)['method']
export type DepositState = (typeof deposits.$inferSelect)['state']
export type WithdrawalMethod = (typeof withdrawals.$inferSelect)['method']
export type IdentityState = (typeof identities.$inferSelect)['state']

type Codes = { readonly [name: string]: number }

function nameOf<C extends Codes>(codes: C, code: C[keyof C]): keyof C & string {
  const found = Object.entries(codes).find(([, each]) => each === code)
  assert(found !== undefined, `${code} has a name`)
  return found[0]
}

/** A decided credit keeps its status on the wire until the ledger has it; `crediting` is a field of its own there. */
export const depositStatusCode = (state: DepositState) => CHARGE_STATUS[state === 'crediting' ? 'unchecked' : state]
export function depositStatesOf(status: (typeof CHARGE_STATUS)[keyof typeof CHARGE_STATUS]): readonly DepositState[] {
  const state = nameOf(CHARGE_STATUS, status)
  return state === 'unchecked' ? ['unchecked', 'crediting'] : [state]
}

export const depositMethodCode = (method: DepositMethod) => CHARGE_TYPE[method]
export const depositMethodOf = (code: (typeof CHARGE_TYPE)[DepositMethod]): DepositMethod => nameOf(CHARGE_TYPE, code)

export const withdrawalMethodCode = (method: WithdrawalMethod) => DRAW_TYPE[method]
export const withdrawalMethodOf = (code: (typeof DRAW_TYPE)[WithdrawalMethod]): WithdrawalMethod =>
  nameOf(DRAW_TYPE, code)
export const withdrawalStatusCode = (state: keyof typeof DRAW_STATUS) => DRAW_STATUS[state]

type SubmissionState = (typeof identitySubmissions.$inferSelect)['state']

export const identityStatusCode = <State extends IdentityState>(state: State) => IDENTITY_STATUS[state]
/** The status that a customer sees. A rejected submission counts as `none`, because the customer may submit again. */
export const reviewStatusCode = (state: IdentityState) => REVIEW_STATUS[state === 'rejected' ? 'none' : state]
export const identityStateOf = <C extends (typeof IDENTITY_STATUS)[IdentityState]>(code: C): IdentityState =>
  nameOf(IDENTITY_STATUS, code)
export const submissionStateOf = (code: (typeof IDENTITY_STATUS)[SubmissionState]): SubmissionState =>
  nameOf(
    { waiting: IDENTITY_STATUS.waiting, verified: IDENTITY_STATUS.verified, rejected: IDENTITY_STATUS.rejected },
    code,
  )
