/** /mine/passkeys: the passkeys of the customer, adding and removing one. Both changes require a step-up. */
import type { CallData } from '@veritick/contract'
import { must } from '@veritick/domain'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { queries } from '../../data/queries.ts'
import { usePasskeyList } from '../../data/screenQueries.ts'
import { Button, classes, Empty, ErrorState, Group, Icon, Note, SkeletonRows, toast } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { ProvenQuestion } from '../stepUp/ProvenQuestion.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { useHasPasskeys } from './PasskeyButton.tsx'

type Passkey = CallData<'passkeyList'>[number]

export function PasskeysScreen() {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  const list = usePasskeyList()
  const isOffered = useHasPasskeys()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  return (
    <Screen title={t('passkeys.title')} onRefresh={list.refetch}>
      <div className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        <div className="flex gap-3 rounded-card border border-line bg-surface p-4">
          <Icon.Passkey className="shrink-0 text-accent" />
          <p className="text-ink-soft">{t('passkeys.lead')}</p>
        </div>
        {list.data !== undefined ? (
          <div className={classes(offline && 'last-known')}>
            <OwnPasskeys list={list.data} onRemove={setRemoving} />
          </div>
        ) : offline ? (
          <OfflineState onRetry={() => void list.refetch()} />
        ) : list.isError ? (
          <ErrorState text={list.error.message} busy={list.isFetching} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows count={2} />
        )}
        {isOffered ? (
          <Button large onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        ) : (
          <Note>{t('passkeys.not_here')}</Note>
        )}
      </div>
      <AddPasskey open={adding} onClose={() => setAdding(false)} />
      <RemoveQuestion passkey={removing} onClose={() => setRemoving(undefined)} />
    </Screen>
  )
}

function OwnPasskeys({
  list,
  onRemove,
}: {
  readonly list: readonly Passkey[]
  readonly onRemove: (passkey: Passkey) => void
}) {
  const t = useTranslate()
  if (list.length === 0) return <Empty icon={<Icon.Passkey />} title={t('passkeys.empty')} />
  return (
    <Group title={t('passkeys.list')}>
      {list.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} onRemove={onRemove} />
      ))}
    </Group>
  )
}

function Row({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: (passkey: Passkey) => void }) {
  const t = useTranslate()
  const tag = useTag()
  const { name, synced, created_at, last_used_at } = passkey
  return (
    <div className="flex items-center gap-3 py-2.5 ps-4 pe-2">
      <Icon.Passkey size={22} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="text-13 text-ink-muted">
          {last_used_at === null
            ? t('passkeys.never_used')
            : t('passkeys.last_used', { time: formatMoment(last_used_at, { tag }) })}
        </p>
        <p className="text-13 text-ink-muted">{t('passkeys.since', { time: formatMoment(created_at, { tag }) })}</p>
        <p className="text-13 text-ink-muted">{t(synced ? 'passkeys.synced' : 'passkeys.one_device')}</p>
      </div>
      <Button tone="quiet" aria-label={t('passkeys.remove_named', { name })} onClick={() => onRemove(passkey)}>
        {t('passkeys.remove')}
      </Button>
    </div>
  )
}

function RemoveQuestion({ passkey, onClose }: { readonly passkey: Passkey | undefined; readonly onClose: () => void }) {
  const t = useTranslate()
  return (
    <ProvenQuestion
      open={passkey !== undefined}
      title={t('passkeys.remove_question')}
      text={t('passkeys.remove_text')}
      confirmLabel={t('passkeys.remove')}
      tone="danger"
      send={(given) => {
        const { id } = must(passkey, 'the question is about a passkey')
        return call('passkeyRemove', { id, ...given }, { quiet: true })
      }}
      onDone={() => {
        toast({ text: t('passkeys.removed'), tone: 'good' })
        onClose()
      }}
      onClose={onClose}
      onEnd={() => void queries.refreshSecurity()}
    />
  )
}
