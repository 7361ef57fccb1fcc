/** Accepting an identity: what the reviewer must confirm beside the reason. */
import { ADULT_YEARS, IDENTITY_STATUS, latestAdultBirth } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'

type Identity = Pick<OfficeData<'identityFind'>, 'birth_date' | 'duplicates'>

/** The customer gave no date of birth: the reviewer reads it from the document. */
export const needsBirthDate = (identity: Identity): boolean => identity.birth_date === ''

/** A verified account has the same number: the reviewer confirms that the document is a different one. */
export const needsOtherDocument = (identity: Identity): boolean =>
  identity.duplicates.some((other) => other.status === IDENTITY_STATUS.verified && other.same.includes('number'))

/** A verified account has the same picture: acceptance is refused. */
export const isHopeless = (identity: Identity): boolean =>
  identity.duplicates.some((other) => other.status === IDENTITY_STATUS.verified && other.same.includes('picture'))

export type Said = { readonly birthDate: string; readonly otherDocument: boolean }

/** `today`: the day in UTC, as the server counts it. */
export function acceptFault(identity: Identity, said: Said, today: string): string | undefined {
  if (isHopeless(identity)) return 'A verified account has the same picture.'
  if (needsBirthDate(identity) && !/^\d{4}-\d{2}-\d{2}$/.test(said.birthDate))
    return 'Read the date of birth from the document.'
  if ((needsBirthDate(identity) ? said.birthDate : identity.birth_date) > latestAdultBirth(today))
    return `The customer is younger than ${ADULT_YEARS}: reject the identity.`
  if (needsOtherDocument(identity) && !said.otherDocument) return 'A verified customer has this number.'
  return undefined
}
