/**
 * Staff and their roles: inviting, resetting, disabling. No staff member can do this to their own account. Staff are
 * never deleted, because the audit log names them.
 */
import { z } from 'zod'
import { prose, word } from '../schemas/fields.ts'
import { count, id, moment } from '../schemas/values.ts'
import { DECIDES, idOf, listOf, none, type OfficeCall, READS, reasonText } from './call.ts'
import { access } from './people.ts'
import { ROLES } from './permissions.ts'
import { officeSession, STAFF_NAME_MAX, staffEmail, staffMember } from './session.ts'

const MANAGE = { ...DECIDES, caller: 'staff_manage' } as const

/** In the order in which an office is set up. */
export const SETUP_STEPS = [
  'second_admin',
  'two_finance',
  'compliance',
  'mail',
  'address',
  'operator',
  'deposits',
  'withdrawals',
  'payee_hold',
  'support',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

const staffId = idOf('member of staff')
const role = word(ROLES, 'Role of the staff member')
const about = z.object({ id: staffId, reason_text: reasonText })

export const staffRow = staffMember.extend({
  state: z
    .literal(['invited', 'active', 'disabled'])
    .meta({ description: 'invited: has not used the one-time link yet' }),
  created_at: moment,
  signed_in_at: moment.nullable().meta({ description: 'Last sign-in; null: never' }),
  access: access.nullable().meta({ description: 'Last change of access or role; null: the first admin' }),
  money_from: moment.nullable().meta({ description: 'Until then the staff member cannot decide about money' }),
})
/** The link gives access as that staff member; with a mail server only its owner receives it. */
const link = z.object({
  id,
  mailed_to: z.string().nullable().meta({ description: 'Address of the mailed link; null: no mail server is set' }),
  link: z.string().nullable().meta({ description: 'Only when no mail server is set' }),
  expires_at: moment,
})

export const STAFF_CALLS = {
  staffList: {
    ...READS,
    path: '/office/staff/list',
    caller: 'staff_manage',
    doc: 'All present and former staff.',
    request: none,
    answer: listOf(staffRow),
  },
  staffInvite: {
    ...MANAGE,
    path: '/office/staff/invite',
    doc:
      'Invites a staff member. The one-time link is mailed to their address; without a mail server it is ' +
      'answered, once: /#/welcome/ and the link.',
    request: z.object({
      name: prose({ max: STAFF_NAME_MAX, description: 'Display name' }),
      email: staffEmail,
      role,
      reason_text: reasonText,
    }),
    answer: link,
  },
  staffReset: {
    ...MANAGE,
    path: '/office/staff/reset',
    doc:
      'Resets a staff member: removes password and authenticator app, ends the sessions and sends a new link, as ' +
      'for staff_invite.',
    request: about,
    answer: link,
  },
  staffDisable: {
    ...MANAGE,
    path: '/office/staff/disable',
    doc: 'Disables a staff member at once.',
    request: about,
    answer: staffRow,
  },
  staffEnable: {
    ...MANAGE,
    path: '/office/staff/enable',
    doc: 'Enables a disabled staff member, with their previous password and authenticator app.',
    request: about,
    answer: staffRow,
  },
  staffRole: {
    ...MANAGE,
    path: '/office/staff/role',
    doc: 'Changes the role of a staff member, from their next call on.',
    request: z.object({ id: staffId, role, reason_text: reasonText }),
    answer: staffRow,
  },
  officeSetup: {
    ...READS,
    path: '/office/staff/setup',
    caller: 'staff_manage',
    doc: 'The setup steps of an office, and which are done.',
    request: none,
    answer: listOf(z.object({ id: z.literal(SETUP_STEPS), done: z.boolean() })),
  },
  staffSessions: {
    ...READS,
    path: '/office/staff/sessions',
    caller: 'staff_manage',
    doc: 'Sessions of a staff member.',
    request: z.object({ id: staffId }),
    answer: z.array(officeSession),
  },
  staffEndSessions: {
    ...MANAGE,
    path: '/office/staff/end_sessions',
    doc: 'Ends all sessions of a staff member.',
    request: about,
    answer: z.object({ ended: count }),
  },
} as const satisfies Record<string, OfficeCall>
