/** Notifications of this browser: a row that opens their switches. A change is sent to the server at once. */
import { PUSH_TOPICS } from '@veritick/contract'
import { useState } from 'react'
import { CallFailed } from '../../data/api.ts'
import { type PushChoice, pushSupport, turnPushOff, turnPushOn, usePush } from '../../data/push.ts'
import { ActionRow, Icon, Note, SettingRow, Sheet, Switch, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type PushView, pushViewOf, stateOf, withTopic } from './pushView.ts'

export function PushSettings() {
  const t = useTranslate()
  const { data } = usePush()
  const [open, setOpen] = useState(false)
  const view = data && pushViewOf({ ...data, support: pushSupport() })
  if (view === undefined) return null
  return (
    <div className="border-b border-line bg-surface">
      <ActionRow
        icon={<Icon.Bell size={22} />}
        aside={
          <span className="inline-flex items-center gap-2">
            {t(STATE[stateOf(view)])}
            <Icon.Next size={20} className="text-ink-muted" />
          </span>
        }
        onClick={() => setOpen(true)}
      >
        {t('push.title')}
      </ActionRow>
      <Sheet open={open} onOpenChange={setOpen} title={t('push.title')}>
        {view.kind === 'switch' ? <Switches view={view} /> : <Note tone="warn">{t(`push.${view.kind}`)}</Note>}
      </Sheet>
    </div>
  )
}

const STATE = { on: 'system.on', off: 'system.off', unavailable: 'push.unavailable' } as const

function Switches({ view: { key, on, choice } }: { readonly view: Extract<PushView, { kind: 'switch' }> }) {
  const t = useTranslate()
  const { busy, apply } = useChange(key)
  return (
    <div aria-busy={busy}>
      <SettingRow label={t('push.on')}>
        <Switch label={t('push.on')} checked={on} onCheckedChange={(next) => apply(next ? choice : undefined)} />
      </SettingRow>
      {on && (
        <fieldset>
          <legend className="pt-4 text-13 font-semibold text-ink-soft">{t('push.topics')}</legend>
          {PUSH_TOPICS.map((topic) => (
            <SettingRow key={topic} label={t(`push.topic_${topic}`)}>
              <Switch
                label={t(`push.topic_${topic}`)}
                checked={choice.topics.includes(topic)}
                onCheckedChange={(next) => apply(withTopic(choice, topic, next))}
              />
            </SettingRow>
          ))}
        </fieldset>
      )}
      {on && (
        <SettingRow label={t('push.details')} note={t('push.details_text')}>
          <Switch
            label={t('push.details')}
            checked={choice.details}
            onCheckedChange={(details) => apply({ ...choice, details })}
          />
        </SettingRow>
      )}
    </div>
  )
}

/** Sends one change at a time. Without a choice the notifications end. */
function useChange(key: string) {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const apply = (choice: PushChoice | undefined): void => {
    if (busy) return
    setBusy(true)
    const work = choice === undefined ? turnPushOff().then(() => 'done' as const) : turnPushOn(key, choice)
    void work
      .then((done) => done !== 'done' && toast({ text: t(`push.${done}`), tone: 'bad' }))
      .catch((error: unknown) =>
        toast({ text: error instanceof CallFailed ? error.message : t('push.failed'), tone: 'bad' }),
      )
      .finally(() => setBusy(false))
  }
  return { busy, apply }
}
