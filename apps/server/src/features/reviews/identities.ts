/** The queue of identities: who handed something in, one of them with both pictures, and the decision. */
import type { OfficeData, OfficeRequest } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import { namesOf, pageOf, recordAccess, sortOf, userIn } from '../../services/office/index.ts'
import { identityStatusCode, submissionStateOf } from '../approvals/index.ts'
import { auditOfRecord } from '../audit-log/index.ts'
import { briefOf, customerSummaryOf, waitedMinutes, wordsOf } from '../customers/index.ts'
import { type IdentityCase, type Submission, usualOfIdentity } from '../identity/index.ts'
import type { Context } from './context.ts'
import { lockedBy, type Taken } from './review-locks.ts'

type Row = OfficeData<'identityQueue'>['data'][number]

export function identityHandlers(
  context: Context,
): OfficeHandlers<'identityQueue' | 'identityFind' | 'identityAccept' | 'identityReject'> {
  const { store, runtime, identity } = context
  const { review } = identity

  const rowsOf = async (rows: readonly Submission[]): Promise<Row[]> => {
    const taken = await lockedBy(context, { kind: 'identity', records: rows.map((row) => row.submission) })
    const tries = await triesOf(
      context,
      rows.map((row) => row.user),
    )
    const shared = { now: runtime.now(), usual: await usualOfIdentity(context) }
    return rows.map((row) => wireRow(row, { ...shared, taken: taken(row.submission), tries: tries.get(row.user) ?? 0 }))
  }
  const one = async (row: Submission): Promise<Row> => must((await rowsOf([row]))[0], 'a row is shown')
  const answer = async (row: Submission) => ({ ok: true as const, data: await one(row) })

  return {
    identityQueue: async ({ params }) => {
      const sort = sortOf(params.sort, ['submitted_at'])
      const { rows, total } = await review.queue({
        user: userIn(params.user),
        state: params.status === undefined ? undefined : submissionStateOf(params.status),
        ...pageOf(params),
        ...(sort === undefined ? {} : { oldestFirst: !sort.descending }),
      })
      return { ok: true, data: { data: await rowsOf(rows), total } }
    },

    identityFind: async ({ params, actor, staff }) => {
      const found = await review.find({ submission: params.id, viewer: staff.id })
      if (found === undefined) return refuse('record_unknown', 'id')
      const { submission } = found
      await recordAccess(context, { actor, kind: 'identity', id: submission.submission })
      const named = await namesOf({ ...context, query: store.query }, [submission.decidedBy])
      return {
        ok: true,
        data: {
          ...(await one(submission)),
          ...factsOf(found),
          decided_by: submission.decidedBy === null ? null : named(submission.decidedBy),
          person: await customerSummaryOf(context, submission.user),
          audit: await auditOfRecord(
            { ...context, query: store.query },
            { kind: 'identity', id: submission.submission },
          ),
        },
      }
    },

    identityAccept: async ({ params, actor }) => {
      const { birth_date: birthDate, other_document: otherDocument } = params
      const done = await review.accept({ ...decisionOf(params), actor, birthDate, otherDocument })
      return done.ok ? answer(done.value) : done
    },

    identityReject: async ({ params, actor }) => {
      const done = await review.reject({ ...decisionOf(params), actor, remark: params.remark })
      return done.ok ? answer(done.value) : done
    },
  }
}

type Decision = Pick<OfficeRequest<'identityAccept'>, 'id' | 'shown' | 'reason_text'>
const decisionOf = ({ id: submission, shown, reason_text: reason }: Decision) => ({ submission, shown, reason })

async function triesOf({ store }: Context, users: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await store.query<{ user_id: number; tries: number }>(
    'select user_id, count(*) as tries from identity_submissions where user_id = any($1::integer[]) group by user_id',
    [[...new Set(users)]],
  )
  return new Map(rows.map((row) => [row.user_id, row.tries]))
}

type Beside = { readonly taken: Taken; readonly tries: number; readonly now: number; readonly usual: number }

function wireRow(row: Submission, beside: Beside): Row {
  return {
    id: row.submission,
    uid: briefOf(row.user).uid,
    user: briefOf(row.user),
    status: identityStatusCode(row.state),
    country: row.country,
    flags: wordsOf(row.flags),
    submitted_at: row.createdAt,
    decided_at: row.decidedAt,
    waited_minutes: waitedMinutes({ from: row.createdAt, until: row.decidedAt }, beside.now),
    usual_minutes: beside.usual,
    tries: beside.tries,
    taken: beside.taken,
  }
}

function factsOf(found: IdentityCase) {
  const { submission, shown, newer, applicant, pictures, duplicates, earlier, earlierFault, registeredCountry } = found
  return {
    shown,
    newer: newer ?? null,
    erased: applicant === undefined,
    name: applicant?.name ?? '',
    card_id: applicant?.cardId ?? '',
    birth_date: applicant?.birthDate ?? '',
    registered_country: registeredCountry,
    remark: submission.remark,
    pictures:
      pictures === undefined
        ? []
        : [
            { side: 'front' as const, url: pictures.front },
            { side: 'reverse' as const, url: pictures.reverse },
          ],
    duplicates: duplicates.map((each) => ({
      ...briefOf(each.user),
      same: [...each.by],
      status: identityStatusCode(each.state),
      at: each.createdAt,
    })),
    earlier: earlier.map((each) => ({
      id: each.submission,
      status: identityStatusCode(each.state),
      submitted_at: each.createdAt,
      decided_at: each.decidedAt,
      remark: each.remark,
    })),
    earlier_fault: earlierFault ?? null,
  }
}
