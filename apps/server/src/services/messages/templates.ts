/**
 * Every message to customers: its name and the values of its text. The texts are in the locales, section `mails`. A
 * message is written in the receiver's language when it is posted. Values are ready to read (amounts with their
 * currency, moments with their zone).
 */
import { type Language, translate, type Values } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'

export const CODE_PURPOSES = [
  'register',
  'reset',
  'password',
  'payee',
  'withdraw',
  'confirm_email',
  'new_email',
  'proof',
] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

/** Messages and the values that each needs. */
export const MESSAGES = {
  already_registered: [],
  /** To an address that another customer typed and never confirmed: a captcha opens no account with it. */
  register_by_code: [],
  password_changed: ['time', 'hours'],
  /** Where the operator holds no withdrawals after a change. */
  password_changed_unheld: ['time'],
  /** To the address or number that codes went to before. */
  email_changed: ['time'],
  totp_on: ['time'],
  totp_off: ['time'],
  recovery_used: ['time', 'left'],
  new_sign_in: ['time', 'device', 'network'],
  /** Where the operator has said at which address customers open the app. */
  new_sign_in_link: ['time', 'device', 'network', 'link'],
  passkey_added: ['time'],
  passkey_removed: ['time'],
  /** All but one that was used for it, when a forgotten password is set anew. */
  passkeys_removed: ['time'],
  payee_added: ['payee', 'time', 'usable'],
  payee_removed: ['payee', 'time'],
  account_frozen: ['time', 'reason'],
  /** Where the operator has said whom to ask. */
  account_frozen_support: ['time', 'reason', 'support'],
  account_unfrozen: ['time'],
  /** At most once within an hour. */
  signed_out_by_staff: ['time'],
  account_closed: ['time', 'erased'],
  /** Something stays on the account that no withdrawal pays out. */
  account_closed_owed: ['time', 'erased', 'amount'],
  account_reopened: ['time'],
  identity_accepted: [],
  identity_rejected: ['reason'],
  deposit_received: ['id', 'amount'],
  deposit_finished: ['id', 'amount', 'remark'],
  deposit_rejected: ['id', 'remark'],
  deposit_invalid: ['id', 'remark'],
  withdraw_requested: ['id', 'amount', 'payee', 'time'],
  withdraw_approved: ['id', 'amount'],
  /** `amount`: as it was sent, in its coin or currency. */
  withdraw_paid: ['id', 'amount', 'fee', 'payee', 'reference'],
  withdraw_rejected: ['id', 'amount', 'reason'],
  withdraw_cancelled: ['id', 'amount'],
  balance_corrected: ['amount', 'time', 'reason'],
  reward_paid: ['amount', 'time'],
  reward_rejected: ['amount', 'reason'],
  margin_call: ['time', 'equity', 'margin'],
  margin_warning: ['time', 'equity', 'margin'],
  stopped_out: ['time', 'equity', 'margin'],
  balance_protected: ['time', 'amount'],
  fee_changed: ['list'],
} as const satisfies Record<string, readonly string[]>

export type MessageName = keyof typeof MESSAGES
/** A message with exactly the values that its words need. */
export type Message = {
  [Name in MessageName]: {
    readonly name: Name
    readonly values: { readonly [V in (typeof MESSAGES)[Name][number]]: string }
  }
}[MessageName]

/** The name in the texts of the dictionaries, which stands for that of the operator. */
const NAME = 'Veritick'

/** A text under the brand of the operator; empty: none is stated. */
export const brandedWords = (text: string, brand: string): string =>
  brand === '' ? text : text.replaceAll(NAME, () => brand.replace(/[\r\n]+/g, ' '))

export type Mail = { readonly subject: string; readonly text: string }

/** Where the operator's support is reached: its address, and the chat in the app. Empty: not known. */
export type SupportContact = { readonly email: string; readonly chat: string }

/** About changes that a thief may have made: the message asks the customer to write to support, and says where. */
const AFTER_A_CHANGE = [
  'password_changed',
  'password_changed_unheld',
  'email_changed',
  'totp_on',
  'totp_off',
  'recovery_used',
  'new_sign_in',
  'new_sign_in_link',
  'passkey_added',
  'passkey_removed',
  'passkeys_removed',
  'payee_added',
  'payee_removed',
  'withdraw_requested',
  'account_closed',
  'account_closed_owed',
  'account_reopened',
] as const satisfies readonly MessageName[]
export const SUPPORT_MESSAGES: readonly MessageName[] = [...AFTER_A_CHANGE, 'signed_out_by_staff']

export function mailOf(message: Message, language: Language, support: SupportContact): Mail {
  const words = dictionaryOf(language)
  const values: Values = message.values
  // A remark that is left empty leaves no space behind.
  const text = translate(words, `mails.${message.name}_text`, values).trimEnd()
  const isNamed = SUPPORT_MESSAGES.includes(message.name)
  return {
    subject: translate(words, `mails.${message.name}_subject`),
    text: isNamed ? `${text}\n\n${supportLine(support, language)}` : text,
  }
}

/** The address; where there is none, the chat. */
function supportLine({ email, chat: link }: SupportContact, language: Language): string {
  const words = dictionaryOf(language)
  if (email !== '') return translate(words, 'mails.support_email', { email })
  return link === '' ? translate(words, 'mails.support_app') : translate(words, 'mails.support_chat', { link })
}

/**
 * Messages that have a text for phones too. A customer without a mail address must get them at once, because a thief
 * may have acted.
 */
export const TEXT_MESSAGES = [
  'already_registered',
  ...AFTER_A_CHANGE,
  'account_frozen',
  'account_frozen_support',
] as const satisfies readonly MessageName[]

type TextMessage = Extract<Message, { readonly name: (typeof TEXT_MESSAGES)[number] }>

export const hasText = (message: Message): message is TextMessage => TEXT_MESSAGES.some((name) => name === message.name)

/** The text message: what happened, when, and what to do if the customer did not do it. */
export function textOf(message: TextMessage, language: Language, support: SupportContact): string {
  const text = translate(dictionaryOf(language), `mails.${message.name}_sms`, message.values)
  return SUPPORT_MESSAGES.includes(message.name) ? `${text} ${supportLine(support, language)}` : text
}

/** `detail` says what exactly the code allows, such as the amount and the address of a withdrawal. */
export type CodeMessage = {
  readonly purpose: CodePurpose
  readonly code: string
  readonly minutes: number
  readonly detail?: string
}

export function codeMail(message: CodeMessage, language: Language): Mail {
  const words = dictionaryOf(language)
  const { purpose, code, minutes, detail } = message
  const parts = [
    translate(words, `mails.purpose_${purpose}`),
    detail,
    translate(words, 'mails.code_text', { code, minutes }),
  ]
  return {
    subject: translate(words, 'mails.code_subject'),
    text: parts.filter((part) => part !== undefined).join('\n\n'),
  }
}

/** The text message of a code: one line, the purpose first. */
export function codeText(message: CodeMessage, language: Language): string {
  const words = dictionaryOf(language)
  const { purpose, code, minutes, detail } = message
  const parts = [
    translate(words, `mails.purpose_${purpose}`),
    detail,
    translate(words, 'mails.code_sms', { code, minutes }),
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}
