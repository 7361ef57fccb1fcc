/** Mails and short messages: templates, the queue in the store, delivery. */
export { outboxMail, SendFailed, smtpMail } from './mail.ts'
export { type Messages, openMessages } from './messages.ts'
export { momentText } from './moment-text.ts'
export { smsSender } from './sms.ts'
export { SmsRefused } from './sms-http.ts'
export type { SmsSender } from './sms-sender.ts'
export { readSmsSetting, type SmsSetting } from './sms-setting.ts'
export type { CodePurpose, Letter, Notice } from './templates.ts'
