/**
 * /mine/two-factor: turns two-step verification on and off. Turning on has three steps: scan, enter the first code,
 * save the recovery codes. The recovery codes exist only on this screen while it is open; the secret also survives a
 * reload before its first code (`pendingTwoFactor.ts`).
 */
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../data/api.ts'
import { queries, useMe } from '../../data/queries.ts'
import { Button, FormFault, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { useForm } from '../../shell/useForm.ts'
import { useStepUp } from '../stepUp/useStepUp.tsx'
import { type Begun, forgetPending, keepPending, readPending } from './pendingTwoFactor.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUp } from './SetUp.tsx'
import { TurnedOn } from './TurnedOn.tsx'

export function TwoFactorScreen() {
  const t = useTranslate()
  const { user } = useMe()
  const [kept, setKept] = useState(() => readPending(Date.now()))
  const [codes, setCodes] = useState<readonly string[]>()
  const isOn = user?.two_factor === 1
  const begin = (next: Begun) => {
    const pending = { ...next, at: Date.now() }
    keepPending(pending)
    setKept(pending)
  }
  const leave = useCallback(() => {
    forgetPending()
    setKept(undefined)
  }, [])
  // Turned on elsewhere, or by a call whose answer was lost: the kept secret is of no use any more.
  const begun = isOn ? undefined : kept
  useEffect(() => {
    if (isOn) leave()
  }, [isOn, leave])
  const show = (made: readonly string[]) => {
    leave()
    setCodes(made)
    void queries.refreshMe()
  }
  return (
    <Screen title={t('two_factor.title')}>
      <div className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        {codes !== undefined ? (
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        ) : isOn ? (
          <TurnedOn onCodes={show} />
        ) : begun !== undefined ? (
          <SetUp begun={begun} onDone={show} onLeave={leave} />
        ) : (
          <Off onBegin={begin} />
        )}
      </div>
    </Screen>
  )
}

function Off({ onBegin }: { readonly onBegin: (begun: Begun) => void }) {
  const t = useTranslate()
  const proof = useStepUp('proof')
  const form = useForm({
    values: {},
    faults: {},
    wire: {},
    send: async () => onBegin(await proof.run((given) => call('twoFactorBegin', given, { quiet: true }))),
  })
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-5">
      <div className="flex gap-3 rounded-card border border-line bg-surface p-4">
        <Icon.Key className="shrink-0 text-accent" />
        <div className="grid gap-2">
          <h2 className="font-bold">{t('two_factor.off_title')}</h2>
          <p className="text-ink-soft">{t('two_factor.off_text')}</p>
          <p className="text-ink-soft">{t('two_factor.need_app')}</p>
        </div>
      </div>
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('two_factor.turn_on')}
      </Button>
      {proof.sheet}
    </form>
  )
}
