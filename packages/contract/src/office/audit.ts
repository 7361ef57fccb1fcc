/** The audit log: actor, action, subject, time and reason. Read only. */
import { z } from 'zod'
import { word } from '../schemas/fields.ts'
import { filterText, listOf, momentIfGiven, none, type OfficeCall, paged, READS } from './call.ts'
import { actor, auditLine } from './people.ts'
import { ROLES } from './permissions.ts'

const READ = { ...READS, caller: 'audit_read' } as const

export const AUDIT_CALLS = {
  auditList: {
    ...READ,
    path: '/office/audit/list',
    doc: 'All actions, newest first, filtered by actor, action, subject and time.',
    request: z.object({
      ...paged(['at']),
      who: filterText('As it stands there: staff:7, provider:sandbox, server'),
      role: word([...ROLES, 'provider', 'operator', 'ledger', 'clock'], 'Role of the actor').optional(),
      action: filterText('The word of what was done'),
      subject_kind: filterText('deposit, user, setting ...'),
      subject: filterText('Its id, or the UID of a customer, which finds the records of the customer too'),
      from: momentIfGiven('Not before, unix milliseconds'),
      to: momentIfGiven('Before, unix milliseconds'),
    }),
    answer: listOf(auditLine),
  },
  auditWords: {
    ...READ,
    path: '/office/audit/words',
    doc: 'Possible values of the filters: actors, actions, kinds of subjects.',
    request: none,
    answer: z.object({ who: z.array(actor), actions: z.array(z.string()), subject_kinds: z.array(z.string()) }),
  },
} as const satisfies Record<string, OfficeCall>
