/** Price alerts: prices that a customer waits for. The alerts to staff about the platform are features/alerts. */
export { priceAlertHandlers } from './customer.ts'
export type { PriceAlerts } from './interface.ts'
export { openPriceAlerts } from './price-alerts.ts'
