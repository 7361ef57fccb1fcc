/** What /metrics counts and shows. */
export { type Counts, openCounts } from './counts.ts'
export { registerGauges } from './gauges.ts'
export { openMetrics, registerMetrics } from './routes.ts'
