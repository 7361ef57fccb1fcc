/** Limits and words of price alerts that app and server share. docs/domain/price-alerts.md says what they mean. */

export const PRICE_ALERTS = {
  /** Alerts of one customer. A full list makes room by removing the alert that fired first and will not fire again. */
  max: 50,
  /** Characters of a note. */
  noteMax: 80,
  /** A repeating alert is armed again once the bid has gone back by this share of its price: 0.05 %. */
  rearmPpm: 500,
  /** And not before this much market time has passed since it fired. */
  rearmMillis: 60_000,
} as const

export const PRICE_ALERT_SIDES = ['above', 'below'] as const
export type PriceAlertSide = (typeof PRICE_ALERT_SIDES)[number]

/** `armed`: it will fire. `cooling`: it fired and waits to be armed again. `done`: it fired and will not fire again. */
export const PRICE_ALERT_STATES = ['armed', 'cooling', 'done'] as const
