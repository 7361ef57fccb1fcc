/**
 * The key pair by which push services know this server (VAPID, RFC 8292). It is made at the first start and kept in the
 * store, the private key encrypted: a browser's subscription is bound to it, so it moves with the store and its backup.
 */
import { must } from '@veritick/domain'
import webPush from 'web-push'
import type { PushParts } from './context.ts'

export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

const ENCRYPTION_CONTEXT = { purpose: 'push_key', row: '1' }

export async function vapidKeys({ store, encryption }: Pick<PushParts, 'store' | 'encryption'>): Promise<VapidKeys> {
  const read = () =>
    store.query<{ public_key: string; private_key: Uint8Array }>(
      'select public_key, private_key from push_keys where id = 1',
    )
  let [row] = await read()
  if (row === undefined) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    await store.query('insert into push_keys (id, public_key, private_key) values (1, $1, $2) on conflict do nothing', [
      publicKey,
      encryption.encryptText(ENCRYPTION_CONTEXT, privateKey),
    ])
    ;[row] = await read()
  }
  const { public_key: publicKey, private_key: encrypted } = must(row, 'the key pair was stored')
  return { publicKey, privateKey: encryption.decryptText(ENCRYPTION_CONTEXT, encrypted) }
}
