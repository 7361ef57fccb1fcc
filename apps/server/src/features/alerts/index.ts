/** What staff are mailed about the platform itself. */
export { type Alerts, openAlerts } from './alerts.ts'
export { watchAll } from './watches.ts'
