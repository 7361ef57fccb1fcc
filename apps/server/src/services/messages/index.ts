/** Mails and text messages: templates, the queue in the store, delivery. */
export {
  hideOwnSignIn,
  KEPT_NAMES,
  keepSupportNotice,
  type OwnSignIn,
  readSupportNotice,
  trimKept,
} from './kept-notices.ts'
export { type MailSender, outboxMail, SendFailed, senderOf, smtpMail } from './mail.ts'
export { type Messages, openMessages } from './messages.ts'
export { momentText } from './moment-text.ts'
export { insertNotices } from './notice-rows.ts'
export { smsSender } from './sms.ts'
export { SmsRefused } from './sms-http.ts'
export type { SmsSender } from './sms-sender.ts'
export { readSmsSetting, type SmsSetting } from './sms-setting.ts'
export { brandedWords, type CodePurpose, type Mail, type Message } from './templates.ts'
