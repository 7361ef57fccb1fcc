/**
 * The steps before customers can deposit and withdraw, and which of them are done: for the first admin of a new office.
 */
import type { Role, SetupStep } from '@veritick/contract/office'
import { type OperatorStated, offersReal } from '../settings/index.ts'
import type { Context } from './context.ts'
import { allStaff, stateOf } from './rows.ts'

/** True if every fact of the contract party that the legal pages name is stated. */
function isOperatorStated({ name, registered_address, number, law }: OperatorStated): boolean {
  return [name, registered_address, number, law].every((each) => each !== '')
}

/** Every step, in the order in which an office is opened. */
export async function setupSteps(context: Context): Promise<{ readonly id: SetupStep; readonly done: boolean }[]> {
  const { store, settings, config } = context
  const active = (await allStaff(context, store.query)).filter((row) => stateOf(row) === 'active')
  const working = (role: Role) => active.filter((row) => row.role === role).length
  // Trial channels do not count, because they take and pay no money: the card sandbox and every channel with a trial
  // mark.
  const takes = offersReal(settings.get('charge_networks')) || offersReal(settings.get('charge_banks'))
  return [
    { id: 'second_admin', done: working('admin') > 1 },
    { id: 'two_finance', done: working('finance') > 1 },
    { id: 'compliance', done: working('compliance') > 0 },
    { id: 'mail', done: config.smtpUrl !== undefined },
    { id: 'address', done: config.officeUrl !== undefined },
    { id: 'operator', done: isOperatorStated(settings.get('operator')) },
    { id: 'deposits', done: takes },
    { id: 'withdrawals', done: offersReal(settings.get('draw_currencies')) },
    // The trial settings set it to 0, and a store that was started with them once keeps that.
    { id: 'payee_hold', done: settings.get('payee_hold_hours') > 0 },
    { id: 'support', done: settings.get('support_email') !== '' },
  ]
}
