/** The calls about the own identity. */
import type { IdentityCenter } from '@veritick/contract'
import { type Handlers, type Session, say } from '../../calls/index.ts'
import { isoOf } from '../../services/clock/index.ts'
import { markedIfRepeated } from '../../services/idempotency/index.ts'
import { personOf } from '../accounts/index.ts'
import { reviewStatusCode } from '../approvals/index.ts'
import { isRecordFault } from '../money/index.ts'
import { idOf } from '../sessions/index.ts'
import type { Context } from './context.ts'
import { maskedBirthDate, maskedCardId, maskedName } from './documents.ts'
import { openApplicant, type SubmissionRow, storedState, submissionsOf } from './queries.ts'
import { usualOfIdentity } from './review-duration.ts'

export function identityHandlers(context: Context): Handlers<'identityCenter' | 'identitySubmit'> {
  const { identity } = context
  return {
    identityCenter: async ({ session }) => ({ ok: true, data: await centerOf(context, session) }),

    identitySubmit: async ({ params, session, once, language }) => {
      const submitted = await identity.submit({ user: session.user, once, params })
      if (!submitted.ok) return submitted
      const data = await centerOf(context, session)
      const reply = { ok: true, data, msg: say(language, 'messages.identity_submitted') } as const
      const { repeated } = submitted.value
      return markedIfRepeated(reply, { repeated, language })
    },
  }
}

type Parts = Pick<Context, 'store' | 'settings' | 'files' | 'encryption'>

async function centerOf(parts: Parts, session: Session): Promise<IdentityCenter> {
  const { user } = session
  const { store, settings } = parts
  const person = await personOf({ ...parts, db: store.db }, user)
  const state = await storedState({ ...parts, db: store.db }, user)
  const [row] = await submissionsOf(store.db, user)
  const reason = row === undefined ? '' : provenRemark(parts, row)
  return {
    review_status: reviewStatusCode(state),
    // A rejected one is handed in anew, so nothing of it is shown but the reason.
    ...handedIn(parts, row?.state === 'rejected' ? undefined : row, session),
    country: row?.country ?? person.country ?? '',
    rejected: row?.state === 'rejected' && row.decidedAt !== null ? { reason, at: isoOf(row.decidedAt) } : null,
    submitted_at: row === undefined ? null : isoOf(row.createdAt),
    decided_at: row === undefined || row.decidedAt === null ? null : isoOf(row.decidedAt),
    birth_date_required: settings.get('identity_birth_date_required') === 1,
    usual_minutes: await usualOfIdentity(parts),
    timeline: row === undefined ? [] : timelineOf(row, reason),
  }
}

/** The words of the reviewer; empty where the row was changed in the store, and once its data are erased. */
function provenRemark({ encryption }: Pick<Parts, 'encryption'>, row: SubmissionRow): string {
  try {
    return openApplicant(encryption, row) === undefined ? '' : row.remark
  } catch (error) {
    if (isRecordFault(error)) return ''
    throw error
  }
}

function handedIn(
  parts: Pick<Parts, 'files' | 'encryption'>,
  row: SubmissionRow | undefined,
  session: Session,
): Pick<IdentityCenter, 'name' | 'card_id' | 'birth_date' | 'front_pic' | 'reverse_pic'> {
  const applicant = row && openApplicant(parts.encryption, row)
  if (row === undefined || applicant === undefined)
    return { name: '', card_id: '', birth_date: '', front_pic: '', reverse_pic: '' }
  const link = (file: string) =>
    parts.files.tickets.address(file, { kind: 'real', id: session.user, session: idOf(session) })
  return {
    name: maskedName(applicant.name),
    card_id: maskedCardId(applicant.cardId),
    birth_date: maskedBirthDate(applicant.birthDate),
    front_pic: link(row.front),
    reverse_pic: link(row.reverse),
  }
}

function timelineOf(row: SubmissionRow, note: string): IdentityCenter['timeline'] {
  const submitted = { step: 'submitted', at: isoOf(row.createdAt), note: '' } as const
  if (row.state === 'waiting' || row.decidedAt === null) return [submitted]
  return [submitted, { step: row.state === 'verified' ? 'verified' : 'rejected', at: isoOf(row.decidedAt), note }]
}
