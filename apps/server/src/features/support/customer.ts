/** The calls of customers and visitors about support: the owner's conversation, feedback, the support address. */
import type { Handlers } from '../../calls/index.ts'
import { markedIfRepeated } from '../../services/idempotency/index.ts'
import type { Context } from './context.ts'
import { feedbackBox } from './feedback.ts'
import { conversationOf, messagePage, stateOf, wireMessage } from './messages.ts'

type Names =
  | 'getEmail'
  | 'complaintEmail'
  | 'feedbackSend'
  | 'feedbackOwn'
  | 'supportState'
  | 'supportMessages'
  | 'supportSend'
  | 'supportSeen'
  | 'supportTyping'

export function supportHandlers(context: Context): Handlers<Names> {
  const { store, settings, support } = context
  const box = feedbackBox(context)
  const answer = async (request: Parameters<typeof box.handIn>[0]) => {
    const done = await box.handIn(request)
    return done.ok ? { ok: true as const, data: done.value } : done
  }
  const ofVisitor = (key: string | undefined) => (key === undefined ? undefined : { key, content: key })
  const visitor = { user: undefined, countsAsVisitor: true, picture: undefined }
  return {
    getEmail: async () => ({ ok: true, data: { email: settings.get('support_email') } }),

    complaintEmail: ({ params: { email, text }, from, visitorKey }) =>
      answer({ ...visitor, from, kind: 'complaint', text, email, once: ofVisitor(visitorKey) }),

    feedbackSend: ({ params: { kind, email, text }, from, visitorKey }) =>
      answer({ ...visitor, from, kind, text, email, once: ofVisitor(visitorKey) }),

    feedbackOwn: ({ session: { user, kind: person }, params: { kind, text, picture }, from, once }) =>
      answer({ user, countsAsVisitor: person === 'demo', from, kind, text, picture, email: undefined, once }),

    supportState: async ({ session }) => ({
      ok: true,
      data: await stateOf(store.db, await conversationOf(store.db, session.user)),
    }),

    supportMessages: async ({ session, params: { before } }) => {
      const hours = settings.get('support_hours')
      const row = await conversationOf(store.db, session.user)
      const state = await stateOf(store.db, row)
      if (row === undefined) return { ok: true, data: { ...state, hours, messages: [], more: false } }
      const { messages, more } = await messagePage(context, { ...row, before })
      const shown = messages.map((message) => wireMessage(context, message, session))
      return { ok: true, data: { ...state, hours, messages: shown, more } }
    },

    supportSend: async ({ session, params: { text, picture }, once, language }) => {
      const sent = await support.send({ user: session.user, text, picture, once })
      if (!sent.ok) return sent
      const { message, repeated } = sent.value
      return markedIfRepeated({ ok: true, data: wireMessage(context, message, session) }, { repeated, language })
    },

    supportSeen: async ({ session, params: { seq, read } }) => ({
      ok: true,
      data: await support.seen({ user: session.user, seq, isRead: read === 'yes' }),
    }),

    supportTyping: async ({ session }) => {
      support.customerTypes(session.user)
      return { ok: true, data: null }
    },
  }
}
