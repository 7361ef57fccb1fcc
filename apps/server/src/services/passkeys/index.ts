/** Passkeys: challenges, checked answers, stored keys. */
export {
  ALGORITHMS,
  type Assertion,
  checkAssertion,
  checkAttestation,
  type NewPasskey,
  useAssertion,
} from './ceremony.ts'
export { CHALLENGE_MILLIS, type Challenges, challengesOf } from './challenges.ts'
export {
  numberChanged,
  type PasskeyRow,
  passkeyCount,
  passkeyMoment,
  passkeysOf,
  removePasskey,
  removePasskeys,
  sealedPasskey,
  transportsOf,
  wirePasskey,
} from './rows.ts'
export { type Site, siteOf } from './site.ts'
