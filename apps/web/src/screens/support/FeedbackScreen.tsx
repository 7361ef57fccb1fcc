/**
 * /feedback: a suggestion, a fault, a complaint or anything else for the operator's staff. A visitor may give an
 * address for an answer, a customer with a real account may add a picture.
 */
import { SUPPORT } from '@veritick/contract'
import { useRef, useState } from 'react'
import { call } from '../../data/api.ts'
import { newKey } from '../../data/requestKey.ts'
import { useSession, useSignedIn } from '../../data/session.ts'
import {
  Button,
  Choices,
  CopyLine,
  Empty,
  Field,
  FormFault,
  Icon,
  LinkButton,
  PictureField,
  TextArea,
} from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { useDraft } from '../../shell/useDraft.ts'
import { useForm } from '../../shell/useForm.ts'
import { contentName, type FeedbackForm, feedbackFaults, KIND_TITLES, kindOf } from './feedback.ts'
import { lengthValues } from './lengthValues.ts'

const BLANK = { kind: '', text: '', email: '' }
const TEXT_ROWS = 6

export function FeedbackScreen() {
  const t = useTranslate()
  const [reference, setReference] = useState<string>()
  return (
    <Screen title={t('support.feedback_title')}>
      {reference === undefined ? (
        <Form onDone={setReference} />
      ) : (
        <Received reference={reference} onAnother={() => setReference(undefined)} />
      )}
    </Screen>
  )
}

function Received({ reference, onAnother }: { readonly reference: string; readonly onAnother: () => void }) {
  const t = useTranslate()
  return (
    <div role="status">
      <Empty
        icon={<Icon.Check />}
        title={t('support.done_title')}
        text={t('support.done_text')}
        action={
          <div className="grid w-64 max-w-full gap-3 text-start">
            <dl className="rounded-card border border-line bg-surface px-4 py-2">
              <CopyLine label={t('support.reference')} value={reference} />
            </dl>
            <Button tone="plain" onClick={onAnother}>
              {t('support.another')}
            </Button>
            <LinkButton to="/mine" tone="plain">
              {t('account.title')}
            </LinkButton>
          </div>
        }
      />
    </div>
  )
}

function Form({ onDone }: { readonly onDone: (reference: string) => void }) {
  const t = useTranslate()
  const tag = useTag()
  const isVisitor = !useSignedIn()
  const isReal = useSession(({ user }) => user?.is_demo === 0)
  const [draft, write, forget] = useDraft('feedback', BLANK)
  const [picture, setPicture] = useState<string>()
  const values: FeedbackForm = { ...draft, picture }
  const handIn = useHandIn(isVisitor)
  const form = useForm({
    values,
    faults: feedbackFaults(values, isVisitor),
    wire: { kind: 'kind', text: 'text', email: 'email', picture: 'picture' },
    send: async () => {
      const { reference } = await handIn(values)
      forget()
      onDone(reference)
    },
  })
  const length = draft.text.trim().length
  return (
    <form
      ref={form.formRef}
      noValidate
      onSubmit={form.submit}
      className="grid grid-cols-1 content-start gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]"
    >
      <p className="text-ink-soft">{t('support.feedback_text')}</p>
      <Choices
        label={t('support.kind')}
        items={Object.entries(KIND_TITLES).map(([value, title]) => ({ value, title: t(title) }))}
        value={draft.kind}
        onValueChange={(kind) => write({ kind })}
        error={form.errorOf('kind')}
      />
      <TextArea
        label={t('support.text_label')}
        value={draft.text}
        onValueChange={(text) => write({ text })}
        error={form.errorOf('text')}
        hint={t('support.text_length', lengthValues({ length, max: SUPPORT.feedbackTextMax, tag }))}
        rows={TEXT_ROWS}
      />
      <AnswerTo
        isVisitor={isVisitor}
        email={draft.email}
        onEmail={(email) => write({ email })}
        error={form.errorOf('email')}
      />
      {isReal && (
        <PictureField
          label={t('support.picture')}
          value={picture}
          onValueChange={setPicture}
          error={form.errorOf('picture')}
        />
      )}
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('support.submit')}
      </Button>
    </form>
  )
}

/** A visitor may give an address; staff answer a customer in the chat. */
function AnswerTo(props: {
  readonly isVisitor: boolean
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly error: string | undefined
}) {
  const t = useTranslate()
  if (!props.isVisitor) return <p className="text-13 text-ink-muted">{t('support.answer_chat')}</p>
  return (
    <Field
      label={t('support.answer_email')}
      value={props.email}
      onValueChange={props.onEmail}
      error={props.error}
      hint={t('support.answer_email_hint')}
      type="email"
      autoComplete="email"
      inputMode="email"
      latin
      exact
    />
  )
}

/** All attempts with the same content carry one key, so they are one feedback. */
function useHandIn(isVisitor: boolean) {
  const intent = useRef({ content: '', key: '' })
  return (form: FeedbackForm): Promise<{ readonly reference: string }> => {
    const content = contentName(form)
    if (intent.current.content !== content) intent.current = { content, key: newKey() }
    const options = { quiet: true, idempotencyKey: intent.current.key }
    const { text, email, picture } = form
    const kind = kindOf(form.kind) ?? 'other'
    if (isVisitor) return call('feedbackSend', { kind, text, email }, options)
    return call('feedbackOwn', { kind, text, ...(picture !== undefined && { picture }) }, options)
  }
}
