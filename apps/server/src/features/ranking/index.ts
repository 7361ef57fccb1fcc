/** The ranking: measured equity, consent, the list and its calls. */
export { rankingHandlers } from './customer.ts'
export { openRanking, type Ranking } from './ranking.ts'
