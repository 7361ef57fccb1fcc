/**
 * The proof of an order: its journal events, the terms that priced it, and the hashes that place them in the published
 * tree. `npm run verify` checks it offline. Numbers are the whole numbers of the journal, because the hashes cover
 * those.
 */
import { z } from 'zod'
import { count, id } from './values.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const path = z.array(hash).readonly().meta({ description: 'Sibling hashes, RFC 9162' })

const event = z.object({
  sequence: count,
  bytes: z.string().meta({ description: 'The event as the journal holds it, hex' }),
  event: z.record(z.string(), z.unknown()).readonly().meta({ description: 'The same, readable' }),
  path: path.meta({ description: "Up to the batch's events_root" }),
})

const headed = {
  header: z.object({
    batch: id,
    first_event: count,
    event_count: count,
    event_bytes: count,
    request_count: count,
    market_time: z.int(),
    wall_time: z.int(),
    epoch: count,
    schema: count,
    tree_size: count.meta({ description: 'Batches in the tree that it carries' }),
    body_hash: hash.meta({ description: 'Of all bytes of events and requests' }),
    previous_hash: hash,
    snapshot_hash: hash.meta({ description: 'State of the server at the end of the batch before; zeros: not taken' }),
    tree_root: hash.meta({ description: 'Root of the tree of the first tree_size batches' }),
  }),
  hash,
}

const batch = z.object({
  ...headed,
  events_root: hash.meta({ description: 'Root of the tree over its events' }),
  path: path.meta({ description: "Up to the head's root" }),
  events: z.array(event).readonly(),
})

export const receipt = z.object({
  format: z.string(),
  order: id.meta({ description: "The journal's own number of the order; the hashes are over it" }),
  head: z.object({
    size: count,
    root: hash,
    hash: hash.meta({ description: 'Hash of size and root: what the verifier prints' }),
  }),
  carrier: z.object(headed).meta({ description: 'The batch whose header carries the head' }),
  batches: z.array(batch).readonly(),
})
