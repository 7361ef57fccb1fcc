/** The ranking: measured equity, consent, the list and its calls. */
export { endConsent } from './consent.ts'
export { rankingHandlers } from './customer.ts'
export { openRanking, type Ranking } from './ranking.ts'
