/** What staff are alerted to by mail. A setting says which roles get which kind, another how often at most. */
export const ALERT_KINDS = [
  'feed_silent',
  'protection_paid',
  'queue_old',
  'disk_full',
  'commit_late',
  'clock_stopped',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
