/**
 * The same document in another account: the same number in any spelling, the same picture, or a picture that looks
 * like it. And the same person: the same name in any spelling with the same birth date, which namesakes have too. Only
 * the reviewer sees it; the applicant is never told whether a number is known here.
 */
import { must, type UserId } from '@veritick/domain'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Files, FileTwin } from '../../services/uploads/index.ts'
import { type Database, identitySubmissions, type Query } from '../../store/index.ts'
import { isRecordFault } from '../money/index.ts'
import { openApplicant, provenState, type SubmissionRow, wasRejectedBefore } from './queries.ts'

/** The kinds of match between two submissions. */
export type Sameness = 'number' | 'picture' | 'likeness' | 'person'

/** Another account's submission that shows the same document or the same person. */
export type Duplicate = {
  readonly submission: number
  readonly user: UserId
  readonly state: SubmissionRow['state']
  readonly by: readonly Sameness[]
  readonly createdAt: number
}

export type Side = 'front' | 'reverse'

export const pictureUse = (submission: number, side: Side): string => `identity:${submission}:${side}`

function submissionOfUse(usedFor: string): number | undefined {
  const id = /^identity:(\d{1,15}):(?:front|reverse)$/.exec(usedFor)?.[1]
  return id === undefined ? undefined : Number(id)
}

/**
 * Newest first. The server remembers the owner of a picture, and a state is that of the customer where the row does not
 * prove it: an attacker with write access to the store takes the row of the other account away for a moment, or
 * changes it.
 */
export async function duplicatesOf(
  parts: Parts,
  row: Pick<SubmissionRow, 'user' | 'numberPrint' | 'personPrint' | 'front' | 'reverse'>,
): Promise<readonly Duplicate[]> {
  const { db } = parts
  const isOther = ({ owner }: Pictured) => owner !== row.user
  const pictured = (await picturedIn(parts, row, 'twins')).filter(isOther)
  const alike = (await picturedIn(parts, row, 'lookalikes')).filter(isOther)
  const owners = new Map([...pictured, ...alike].map((each) => [each.submission, each]))
  const { submission, user, numberPrint, personPrint } = identitySubmissions
  const samePerson = row.personPrint === null ? undefined : eq(personPrint, row.personPrint)
  const stated = and(ne(user, row.user), or(eq(numberPrint, row.numberPrint), samePerson))
  const read = await db
    .select()
    .from(identitySubmissions)
    .where(or(stated, inArray(submission, [...owners.keys()])))
  const rows = new Map(read.map((each) => [each.submission, each]))
  const found: Duplicate[] = []
  for (const each of new Set([...rows.keys(), ...owners.keys()])) {
    const [other, known] = [rows.get(each), owners.get(each)]
    const whose = known?.owner ?? must(other, 'it was read, or it is remembered').user
    found.push({
      submission: each,
      user: whose,
      state: await stateOf(parts, other, whose),
      by: [
        ...(other?.numberPrint === row.numberPrint ? (['number'] as const) : []),
        ...(pictured.some(({ submission: id }) => id === each) ? (['picture'] as const) : []),
        ...(alike.some(({ submission: id }) => id === each) ? (['likeness'] as const) : []),
        ...(row.personPrint !== null && other?.personPrint === row.personPrint ? (['person'] as const) : []),
      ],
      createdAt: other?.createdAt ?? known?.createdAt ?? 0,
    })
  }
  return found.sort((one, two) => two.submission - one.submission)
}

/** One that does not prove itself counts as verified: staff look before another account gets the document. */
async function stateOf(parts: Parts, row: SubmissionRow | undefined, owner: UserId): Promise<SubmissionRow['state']> {
  if (row?.user === owner && (await isProvenDecision(parts, row))) return row.state
  try {
    const state = await provenState(parts, owner)
    return state === 'none' ? 'rejected' : state
  } catch (error) {
    if (isRecordFault(error)) return 'verified'
    throw error
  }
}

/** A decided submission stays as it is. One that waits may be an older row that was put back. */
async function isProvenDecision(parts: Parts, row: SubmissionRow): Promise<boolean> {
  try {
    if (openApplicant(parts.encryption, row) !== undefined) return row.state !== 'waiting'
    // An erased one: throws where it was not rejected.
    await wasRejectedBefore(parts, row, 0)
    return true
  } catch (error) {
    if (isRecordFault(error)) return false
    throw error
  }
}

type Alike = Pick<Files, 'twins' | 'lookalikes'>
type Parts = {
  readonly db: Database
  readonly query: Query
  readonly files: Alike
  readonly encryption: Encryption
}
type Pictured = Pick<FileTwin, 'owner' | 'createdAt'> & { readonly submission: number }

/** Submissions, own ones too, that one of the pictures was handed in with, or one that looks like it. */
async function picturedIn(
  { files, query }: { readonly query: Query; readonly files: Alike },
  row: Pick<SubmissionRow, 'front' | 'reverse'>,
  how: keyof Alike,
): Promise<readonly Pictured[]> {
  const twins = [...(await files[how](query, row.front)), ...(await files[how](query, row.reverse))]
  return twins.flatMap(({ usedFor, owner, createdAt }) => {
    const submission = submissionOfUse(usedFor)
    return submission === undefined ? [] : { submission, owner, createdAt }
  })
}

/** The flags for the reviewer, separated by spaces. */
export async function flagsOf(
  parts: Parts,
  row: Pick<SubmissionRow, 'submission' | 'user' | 'numberPrint' | 'personPrint' | 'front' | 'reverse' | 'country'>,
  registered: string | null,
): Promise<string> {
  const duplicates = await duplicatesOf(parts, row)
  const pictured = await picturedIn(parts, row, 'twins')
  const flags = [
    duplicates.some((each) => each.by.includes('number')) ? 'number_elsewhere' : '',
    duplicates.some((each) => each.by.includes('picture')) ? 'picture_elsewhere' : '',
    duplicates.some((each) => each.by.includes('likeness')) ? 'picture_like_elsewhere' : '',
    duplicates.some((each) => each.by.includes('person')) ? 'person_elsewhere' : '',
    pictured.some((each) => each.submission === row.submission) ? 'sides_same' : '',
    pictured.some((each) => each.submission !== row.submission && each.owner === row.user) ? 'picture_again' : '',
    registered !== null && registered !== row.country ? 'country_differs' : '',
  ]
  return flags.filter((flag) => flag !== '').join(' ')
}
