/** Sends the change of an order: only its stops, or its price and stops. */
import type { WireOrder } from '@veritick/contract'
import { type CallOptions, call } from '../../data/api.ts'
import type { ChangeRequest } from './amend.ts'

export function sendChange(change: ChangeRequest, options: CallOptions): Promise<WireOrder> {
  return change.call === 'amendTrade'
    ? call('amendTrade', change.body, options)
    : call('setStopPrice', change.body, options)
}
