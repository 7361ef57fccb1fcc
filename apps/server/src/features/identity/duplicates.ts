/**
 * The same document in another account: the same number in any spelling, the same picture, or a picture that looks
 * like it. And the same person: the same name in any spelling with the same birth date, which namesakes have too. Only
 * the reviewer sees it; the applicant is never told whether a number is known here.
 */
import type { UserId } from '@veritick/domain'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import type { Encryption } from '../../services/encryption/index.ts'
import { RowChanged } from '../../services/seals/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import { type Database, identitySubmissions, type Query } from '../../store/index.ts'
import { provenState, type SubmissionRow } from './queries.ts'

/** The kinds of match between two submissions. */
export type Sameness = 'number' | 'picture' | 'likeness' | 'person'

/** Another account's submission that shows the same document or the same person. */
export type Duplicate = {
  readonly submission: number
  readonly user: UserId
  readonly state: SubmissionRow['state']
  readonly by: readonly Sameness[]
  readonly createdAt: number
  /** The same picture was handed in by a verified customer, also where the row of that submission says otherwise. */
  readonly isOfVerified: boolean
}

export type Side = 'front' | 'reverse'

export const pictureUse = (submission: number, side: Side): string => `identity:${submission}:${side}`

function submissionOfUse(usedFor: string): number | undefined {
  const id = /^identity:(\d{1,15}):(?:front|reverse)$/.exec(usedFor)?.[1]
  return id === undefined ? undefined : Number(id)
}

type Parts = {
  readonly db: Database
  readonly query: Query
  readonly files: Alike
  readonly encryption: Encryption
}

/**
 * Newest first. Pictures and their owners are known by memory (services/uploads), so a submission whose row is out of
 * the store for a moment is found by its picture too.
 */
export async function duplicatesOf(
  parts: Parts,
  row: Pick<SubmissionRow, 'user' | 'numberPrint' | 'personPrint' | 'front' | 'reverse'>,
): Promise<readonly Duplicate[]> {
  const { db } = parts
  const twins = await picturedIn(parts, row, 'twins')
  const likes = await picturedIn(parts, row, 'lookalikes')
  const pictured = new Set(twins.map(({ submission }) => submission))
  const alike = new Set(likes.map(({ submission }) => submission))
  const { submission, user, state, createdAt, numberPrint, personPrint } = identitySubmissions
  const found = { submission, user, state, createdAt, numberPrint, personPrint }
  const others = ne(user, row.user)
  const samePerson = row.personPrint === null ? undefined : eq(personPrint, row.personPrint)
  const stated = await db
    .select(found)
    .from(identitySubmissions)
    .where(and(others, or(eq(numberPrint, row.numberPrint), samePerson)))
  const shown = await db
    .select(found)
    .from(identitySubmissions)
    .where(and(others, inArray(submission, [...pictured, ...alike])))
  const rows = new Map([...stated, ...shown].map((each) => [each.submission, each]))
  const isVerified = await verifiedAmong(parts, twins)
  for (const { submission: id, owner, createdAt: at } of [...likes, ...twins]) {
    if (owner === row.user || rows.get(id)?.user === owner) continue
    const state = isVerified(owner) ? 'verified' : 'rejected'
    rows.set(id, { submission: id, user: owner, state, createdAt: at, numberPrint: '', personPrint: null })
  }
  return [...rows.values()]
    .sort((one, two) => two.submission - one.submission)
    .map((each) => ({
      submission: each.submission,
      user: each.user,
      state: each.state,
      isOfVerified: pictured.has(each.submission) && isVerified(each.user),
      by: [
        ...(each.numberPrint === row.numberPrint ? (['number'] as const) : []),
        ...(pictured.has(each.submission) ? (['picture'] as const) : []),
        ...(alike.has(each.submission) ? (['likeness'] as const) : []),
        ...(row.personPrint !== null && each.personPrint === row.personPrint ? (['person'] as const) : []),
      ],
      createdAt: each.createdAt,
    }))
}

type Alike = Pick<Files, 'twins' | 'lookalikes'>
type Pictured = { readonly submission: number; readonly owner: UserId; readonly createdAt: number }

/** Which owners are verified. One whose state was changed in the store counts as verified: that refuses more. */
async function verifiedAmong(
  parts: Pick<Parts, 'db' | 'encryption'>,
  pictured: readonly Pictured[],
): Promise<(owner: UserId) => boolean> {
  const verified = new Set<UserId>()
  for (const owner of new Set(pictured.map((each) => each.owner))) {
    const state = await provenState(parts, owner).catch((error) => {
      if (error instanceof RowChanged) return 'verified'
      throw error
    })
    if (state === 'verified') verified.add(owner)
  }
  return (owner) => verified.has(owner)
}

/** Submissions, own ones too, that one of the pictures was handed in with, or one that looks like it. */
async function picturedIn(
  { files, query }: { readonly query: Query; readonly files: Alike },
  row: Pick<SubmissionRow, 'front' | 'reverse'>,
  how: keyof Alike,
): Promise<readonly Pictured[]> {
  const twins = [...(await files[how](query, row.front)), ...(await files[how](query, row.reverse))]
  return twins.flatMap(({ usedFor, owner, createdAt }) => {
    const submission = submissionOfUse(usedFor)
    return submission === undefined ? [] : [{ submission, owner, createdAt }]
  })
}

/** The flags for the reviewer, separated by spaces. */
export async function flagsOf(
  parts: Parts,
  row: Pick<SubmissionRow, 'submission' | 'user' | 'numberPrint' | 'personPrint' | 'front' | 'reverse' | 'country'>,
  registered: string | null,
): Promise<string> {
  const duplicates = await duplicatesOf(parts, row)
  const pictured = (await picturedIn(parts, row, 'twins')).map(({ submission }) => submission)
  const elsewhere = new Set(duplicates.map((each) => each.submission))
  const flags = [
    duplicates.some((each) => each.by.includes('number')) ? 'number_elsewhere' : '',
    duplicates.some((each) => each.by.includes('picture')) ? 'picture_elsewhere' : '',
    duplicates.some((each) => each.by.includes('likeness')) ? 'picture_like_elsewhere' : '',
    duplicates.some((each) => each.by.includes('person')) ? 'person_elsewhere' : '',
    pictured.includes(row.submission) ? 'sides_same' : '',
    pictured.some((each) => each !== row.submission && !elsewhere.has(each)) ? 'picture_again' : '',
    registered !== null && registered !== row.country ? 'country_differs' : '',
  ]
  return flags.filter((flag) => flag !== '').join(' ')
}
