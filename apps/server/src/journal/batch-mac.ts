/**
 * The message authentication code of a batch: HMAC-SHA-256 of its hash, by a key that lies outside the store. The hash
 * covers the whole past, so the code of the newest batch proves the journal: only a holder of the key wrote it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hash } from '@veritick/engine'
import type { BatchHead } from './batch.ts'

/** 32 bytes, of this use only. */
export type JournalKey = Uint8Array

/** 32 bytes, for the column `mac` of the batch with this hash. */
export function batchMac(key: JournalKey, hash: Hash): Uint8Array {
  return createHmac('sha256', key).update(hash).digest()
}

/** Whether a holder of the key wrote this batch, and so all before it. */
export function isOwnBatch(key: JournalKey, { hash, mac }: Pick<BatchHead, 'hash'> & { readonly mac: Uint8Array }) {
  const own = batchMac(key, hash)
  return mac.length === own.length && timingSafeEqual(mac, own)
}
