/** Limits and words of the support chat and the feedback form that app, office and server share. */

export const SUPPORT = {
  /** Characters of one message. */
  textMax: 2000,
  /** Messages of one answer; older ones are read page by page. */
  pageSize: 30,
  /** Characters of one feedback or complaint. */
  feedbackTextMax: 4000,
  /** How long "is typing" holds after the last sign of it. */
  typingMillis: 6000,
  /** A client says at most this often that its user is typing. */
  typingEveryMillis: 3000,
} as const

/** The subject of a feedback, as the sender chooses it. */
export const FEEDBACK_KINDS = ['suggestion', 'fault', 'complaint', 'other'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** Languages of canned answers: those of the app. */
export const CANNED_LANGUAGES = [
  'hk',
  'en',
  'jp',
  'kr',
  'th',
  'vn',
  'fr',
  'de',
  'ru',
  'spa',
  'pt',
  'ar',
  'it',
  'tr',
  'id',
] as const

/** `service_link_type`: the link of another provider is copied, or opened. Any other value: the chat of the app. */
export const SERVICE_LINK_TYPE = { copy: 2, redirect: 3 } as const
