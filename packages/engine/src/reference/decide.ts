/**
 * From a command to a refusal or to events, one case each. Deciding never changes the state. Where later events depend
 * on what earlier ones did (a quote, a reset, a rollover), the decider is a generator: each event it yields is evolved
 * before it goes on, and it has no more ways to refuse once it has started.
 */

import { unreachable } from '@veritick/domain'
import type { Command } from '../commands.ts'
import { amend } from './amend.ts'
import {
  credit,
  freezeAccount,
  lockWithdrawal,
  openAccount,
  setFeeType,
  setInstrument,
  settleWithdrawal,
} from './cash.ts'
import { cancel, close, resetDemo, setStops } from './changes.ts'
import { closePart } from './close-part.ts'
import type { Decision } from './decision.ts'
import { place } from './place.ts'
import { quote } from './quote.ts'
import { reverse } from './reverse.ts'
import { rollover } from './rollover.ts'
import type { State } from './state.ts'

/** A refusal, or the events that the command leads to; the state is not changed. */
export function decide(state: State, command: Command): Decision {
  switch (command.kind) {
    case 'set_instrument':
      return setInstrument(state, command)
    case 'set_fee_type':
      return setFeeType(state, command)
    case 'open_account':
      return openAccount(state, command)
    case 'freeze_account':
      return freezeAccount(state, command)
    case 'credit':
      return credit(state, command)
    case 'lock_withdrawal':
      return lockWithdrawal(state, command)
    case 'settle_withdrawal':
      return settleWithdrawal(state, command)
    case 'place':
      return place(state, command)
    case 'close':
      return close(state, command)
    case 'close_part':
      return closePart(state, command)
    case 'reverse':
      return reverse(state, command)
    case 'cancel':
      return cancel(state, command)
    case 'set_stops':
      return setStops(state, command)
    case 'amend':
      return amend(state, command)
    case 'reset_demo':
      return resetDemo(state, command)
    case 'quote':
      return quote(state, command)
    case 'market':
      return state.instruments.has(command.instrument) ? [] : 'instrument_unknown'
    case 'rollover':
      return rollover(state, command)
    default:
      return unreachable(command)
  }
}
