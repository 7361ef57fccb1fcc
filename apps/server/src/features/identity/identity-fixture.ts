/** Shared by the tests of identity verification: forms that are refused, and the submissions of a customer. */
import { must, type UserId } from '@veritick/domain'
import { CORA, documents, userOf, waitingSubmission } from '@veritick/testing/customers'
import type { Caller, TestServer } from '@veritick/testing/test-server'

/** Rows of three: the difference from a valid form, the field that the refusal names, and the reason. */
export const REFUSED_FORMS: readonly (readonly [Readonly<Record<string, unknown>>, string, string])[] = [
  [{ name: undefined }, 'name', 'parameter_missing'],
  [{ name: '   ' }, 'name', 'parameter_missing'],
  [{ name: '12345' }, 'name', 'name_malformed'],
  [{ name: 'x'.repeat(300) }, 'name', 'parameter_too_long'],
  [{ card_id: '' }, 'card_id', 'parameter_missing'],
  [{ card_id: '12' }, 'card_id', 'card_id_malformed'],
  [{ card_id: "1' or 1=1 --" }, 'card_id', 'card_id_malformed'],
  [{ card_id: ['A1234567'] }, 'card_id', 'parameter_wrong_type'],
  [{ birth_date: '17.05.1990' }, 'birth_date', 'birth_date_malformed'],
  [{ birth_date: '1990-02-31' }, 'birth_date', 'birth_date_malformed'],
  [{ birth_date: '2999-01-01' }, 'birth_date', 'birth_date_malformed'],
  [{ birth_date: '2020-01-01' }, 'birth_date', 'under_age'],
  [{ country: 'KP' }, 'country', 'country_restricted'],
  [{ country: 'cu' }, 'country', 'country_restricted'],
  [{ country: '中' }, 'country', 'parameter_not_allowed'],
  [{ front_pic: '' }, 'front_pic', 'parameter_missing'],
  [{ reverse_pic: undefined }, 'reverse_pic', 'parameter_missing'],
  [{ front_pic: 'https://example.com/me.jpg' }, 'front_pic', 'picture_unknown'],
  [{ reverse_pic: `/api/files/${'0'.repeat(32)}?ticket=1.real.1.${'0'.repeat(64)}` }, 'reverse_pic', 'picture_unknown'],
  [{ front_pic: '/api/files/../../keys/vault.key' }, 'front_pic', 'picture_unknown'],
]

export const NOTHING_HANDED_IN = {
  review_status: 0,
  name: '',
  card_id: '',
  front_pic: '',
  reverse_pic: '',
  country: 'HK',
  birth_date: '',
  rejected: null,
  submitted_at: null,
  decided_at: null,
  birth_date_required: false,
  usual_minutes: 1440,
  timeline: [],
}

export const decision = (submission: number, actor = CORA) => ({ submission, actor, reason: 'looked at both sides' })

/** `server` is asked at each call: the tests open it after this. */
export function identityOf(server: () => TestServer) {
  const review = () => server().context.identity.review
  /** The newest one of a customer. */
  const lastOf = async (user: UserId) => (await review().queue({ user, page: 1, size: 1 })).rows[0]
  const caseOf = async (user: UserId) => {
    const { submission } = must(await lastOf(user), 'handed in')
    return must(await review().find({ submission, viewer: 3 }), 'it is there')
  }
  /** The file of the front picture. */
  const frontOf = async (submission: number): Promise<string> => {
    const front = 'select front from identity_submissions where submission_id = $1'
    const [row] = await server().context.store.query<{ front: string }>(front, [submission])
    return must(row, 'handed in').front
  }
  const viewsOf = (file: string) =>
    server().context.store.query<{ viewer_kind: string; viewer_id: number }>(
      'select viewer_kind, viewer_id from picture_views where file_id = $1 order by at, viewer_kind',
      [file],
    )
  return {
    review,
    frontOf,
    viewsOf,
    lastOf,
    caseOf,
    casesOf: async (person: Caller) => caseOf(await userOf(person)),
    handIn: async (person: Caller, more: Record<string, unknown> = {}) => {
      await person.does('identitySubmit', { ...(await documents(server(), person)), ...more })
      return waitingSubmission(server(), person)
    },
    statusOf: async (person: Caller) => (await person.does('identityCenter', {})).review_status,
  }
}
