/** The customer's conversation with support, on the calls and on the socket. */
import { z } from 'zod'
import { count, id, moment } from './values.ts'

export const supportMessage = z.object({
  seq: id.meta({ description: 'Number in the conversation, rising by one' }),
  from: z.literal(['customer', 'staff']),
  text: z.string(),
  picture: z.string().nullable().meta({ description: 'Link for ten minutes and this session' }),
  time: moment,
})

export const supportState = z.object({
  last: count.meta({ description: 'Number of the newest message; 0: none' }),
  read: count.meta({ description: "The customer's messages up to this number were read by staff" }),
  unread: count.meta({ description: 'Messages of staff that the customer has not read' }),
  closed: z.boolean().meta({ description: 'Staff have closed the conversation; a new message opens it again' }),
})

/** One change of the conversation. `typing`: a staff member is typing. Never merged, never dropped. */
export const supportPush = z.object({
  message: supportMessage.nullable(),
  state: supportState,
  typing: z.boolean(),
})
