/** The roles that get each alert by mail until an admin changes the setting `alert_recipients`. */
import type { AlertKind, Role } from '@veritick/contract/office'

export const FIRST_ALERT_RECIPIENTS: { readonly id: number; readonly kind: AlertKind; readonly role: Role }[] = [
  { id: 1, kind: 'feed_silent', role: 'risk' },
  { id: 2, kind: 'feed_silent', role: 'admin' },
  { id: 3, kind: 'protection_paid', role: 'risk' },
  { id: 4, kind: 'protection_paid', role: 'finance' },
  { id: 5, kind: 'queue_old', role: 'compliance' },
  { id: 6, kind: 'queue_old', role: 'finance' },
  { id: 7, kind: 'disk_full', role: 'admin' },
  { id: 8, kind: 'commit_late', role: 'admin' },
  { id: 9, kind: 'clock_stopped', role: 'risk' },
  { id: 10, kind: 'clock_stopped', role: 'admin' },
  { id: 11, kind: 'backup_old', role: 'admin' },
  { id: 12, kind: 'journal_damaged', role: 'admin' },
  { id: 13, kind: 'record_changed', role: 'admin' },
  { id: 14, kind: 'record_changed', role: 'finance' },
  { id: 15, kind: 'notice_lost', role: 'admin' },
]
