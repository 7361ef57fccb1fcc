/** What an office needs before customers can pay in and be paid, and which of it is there: for the first admin of a new one. */
import type { Role, SetupStep } from '@veritick/contract/office'
import type { House } from '../../house.ts'
import { allStaff, stateOf } from './rows.ts'

/** Every step, in the order in which an office is opened. */
export async function setupSteps({ store, settings, config }: House): Promise<{ readonly id: SetupStep; readonly done: boolean }[]> {
  const active = (await allStaff(store.query)).filter((row) => stateOf(row) === 'active')
  const working = (role: Role) => active.filter((row) => row.role === role).length
  const offered = (channels: readonly { readonly enabled: boolean }[]) => channels.some((channel) => channel.enabled)
  const takes =
    offered(settings.get('charge_networks')) || offered(settings.get('charge_banks')) || settings.get('card_provider') !== 'none'
  return [
    { id: 'second_admin', done: working('admin') > 1 },
    { id: 'two_finance', done: working('finance') > 1 },
    { id: 'compliance', done: working('compliance') > 0 },
    { id: 'mail', done: config.smtpUrl !== undefined },
    { id: 'address', done: config.officeUrl !== undefined },
    { id: 'deposits', done: takes },
    { id: 'withdrawals', done: offered(settings.get('draw_currencies')) },
    { id: 'support', done: settings.get('support_email') !== '' },
  ]
}
