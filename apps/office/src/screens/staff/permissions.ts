/** The permissions of a role in words. A permission without words does not compile. */
import { type Permission, permissionsOf, type Role } from '@veritick/contract/office'

const WORDS: Readonly<Record<Permission, string>> = {
  people_read: 'find customers',
  people_contact: 'see addresses and numbers in full',
  people_note: 'add notes',
  people_sign_out: 'sign customers out',
  people_freeze: 'freeze accounts',
  people_close: 'close and reopen accounts',
  people_credit_score: 'set the credit score',
  identity_review: 'review identities',
  deposits_read: 'see deposits',
  deposits_review: 'credit and reject deposits',
  withdrawals_read: 'see withdrawals',
  withdrawals_review: 'approve, pay and reject withdrawals',
  corrections_read: 'see corrections',
  corrections_ask: 'request corrections',
  corrections_approve: 'approve corrections',
  rewards_read: 'see invite rewards',
  rewards_review: 'approve and pay invite rewards',
  rewards_reject: 'reject invite rewards',
  support_read: 'read the chat with customers, and feedback',
  support_reply: 'answer customers, close and hand over conversations',
  support_canned: 'edit canned answers',
  exposure_read: 'see the exposure',
  instruments_read: 'see instruments',
  instruments_change: 'change the terms of instruments',
  settings_read: 'see settings',
  settings_registration: 'change registration',
  settings_money: 'change limits and waiting times',
  settings_channels: 'change where money is paid to',
  settings_trading: 'change the fee type',
  settings_contact: 'change contact and texts',
  settings_company: 'change the operator, companies and their files',
  settings_alerts: 'change alert recipients',
  sms_test: 'send test messages',
  news_read: 'read news, announcements and banners',
  news_write: 'write news, announcements and banners',
  news_publish: 'publish and withdraw them',
  audit_read: 'read the audit',
  health_read: 'see the health page',
  staff_manage: 'invite, reset and disable staff',
}

export const permissionsText = (role: Role): string =>
  permissionsOf(role)
    .map((permission) => WORDS[permission])
    .join(', ')
