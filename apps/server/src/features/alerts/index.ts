/** Mails to staff about the state of the platform. */
export { type Alerts, openAlerts } from './alerts.ts'
export { watchAll } from './watches.ts'
