/** Alerts to staff by mail. One setting assigns kinds to roles, another limits their frequency. */
export const ALERT_KINDS = [
  'feed_silent',
  'protection_paid',
  'queue_old',
  'disk_full',
  'commit_late',
  'clock_stopped',
  'backup_old',
  'journal_damaged',
  'record_changed',
  'notice_lost',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
