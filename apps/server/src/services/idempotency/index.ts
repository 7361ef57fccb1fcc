/** Repeated requests get their first answer. */
export { claim, claimed, unclaim } from './claims.ts'
export { type StoredAnswers, storedAnswersOf } from './stored-answers.ts'
export { visitorAnswersOf } from './visitor-answers.ts'
