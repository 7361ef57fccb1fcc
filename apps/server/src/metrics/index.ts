/** The counters and gauges of /metrics. */
export { type Counts, openCounts } from './counts.ts'
export { registerGauges } from './gauges.ts'
export { openMetrics, registerMetrics } from './routes.ts'
