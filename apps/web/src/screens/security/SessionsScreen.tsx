/** /mine/sessions: devices on which the account is signed in, and signing them out. */
import { type CallData, deviceName } from '@veritick/contract'
import { useState } from 'react'
import { CallFailed, call } from '../../data/api.ts'
import { queries } from '../../data/queries.ts'
import { useSessionList } from '../../data/screenQueries.ts'
import { Button, Confirm, classes, ErrorState, Icon, SkeletonRows, toast } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { Abandoned } from '../../shell/useForm.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { useStepUp } from '../stepUp/useStepUp.tsx'

type SignIn = CallData<'sessionList'>[number]
/** Instead of an id: all devices but this one. */
const OTHERS = 'others'

export function SessionsScreen() {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  const list = useSessionList()
  const [ending, setEnding] = useState<string>()
  return (
    <Screen title={t('sessions.title')} onRefresh={list.refetch}>
      {list.data !== undefined ? (
        <div className={classes(offline && 'last-known')}>
          <SignIns list={list.data} onEnd={setEnding} />
        </div>
      ) : offline ? (
        <OfflineState onRetry={() => void list.refetch()} />
      ) : list.isError ? (
        <ErrorState text={list.error.message} busy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <SkeletonRows count={3} />
      )}
      <EndQuestion id={ending} onClose={() => setEnding(undefined)} />
    </Screen>
  )
}

function SignIns({ list, onEnd }: { readonly list: readonly SignIn[]; readonly onEnd: (id: string) => void }) {
  const t = useTranslate()
  return (
    <div className="grid grid-cols-1 gap-4 p-4 pb-[calc(2rem+var(--safe-bottom))]">
      <p className="text-ink-soft">{t('sessions.lead')}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {list.map((each) => (
          <Row key={each.id} signIn={each} onEnd={onEnd} />
        ))}
      </ul>
      {list.length > 1 && (
        <Button tone="plain" className="border border-line bg-surface!" onClick={() => onEnd(OTHERS)}>
          {t('sessions.end_others')}
        </Button>
      )}
    </div>
  )
}

function Row({ signIn, onEnd }: { readonly signIn: SignIn; readonly onEnd: (id: string) => void }) {
  const t = useTranslate()
  const tag = useTag()
  const name = deviceName(signIn.device) ?? t('sessions.unknown')
  return (
    <li className="flex items-center gap-x-3 gap-y-1 py-2.5 ps-4 pe-2 max-[419px]:flex-wrap">
      <Icon.Devices size={22} className="shrink-0 text-ink-soft" />
      {/* On a narrow phone a whole line, so that its dates stay whole; what ends the row is below it. */}
      <div className="min-w-0 flex-1 max-[419px]:basis-[calc(100%-3rem)]">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-13 text-ink-muted">
          {t('sessions.last_used', { time: formatMoment(signIn.last_used_at, { tag }) })}
        </p>
        <p className="text-13 text-ink-muted">
          {t('sessions.since', { time: formatMoment(signIn.created_at, { tag }) })}
        </p>
      </div>
      {signIn.current ? (
        <span className="ms-auto shrink-0 rounded-full bg-accent-soft px-2.5 py-1 text-13 font-semibold text-accent">
          {t('sessions.this')}
        </span>
      ) : (
        <Button
          tone="quiet"
          className="ms-auto"
          aria-label={t('sessions.end_named', { name })}
          onClick={() => onEnd(signIn.id)}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

function EndQuestion({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const proof = useStepUp('proof')
  const others = id === OTHERS
  async function end() {
    if (id === undefined) return
    setBusy(true)
    try {
      const { ended } = await proof.run((given) => call('sessionEnd', { id, ...given }, { quiet: true }))
      toast({ text: t('sessions.ended', { count: ended }), tone: 'good' })
      onClose()
    } catch (error) {
      if (error instanceof CallFailed) toast({ text: error.message, tone: 'bad' })
      else if (!(error instanceof Abandoned)) throw error
      onClose()
    } finally {
      setBusy(false)
      void queries.refreshSessions()
    }
  }
  return (
    <>
      <Confirm
        open={id !== undefined && !proof.isOpen}
        onOpenChange={(open) => !open && onClose()}
        title={t(others ? 'sessions.end_others_question' : 'sessions.end_question')}
        text={t('sessions.end_text')}
        confirmLabel={t('sessions.end')}
        busy={busy}
        onConfirm={() => void end()}
      />
      {proof.sheet}
    </>
  )
}
