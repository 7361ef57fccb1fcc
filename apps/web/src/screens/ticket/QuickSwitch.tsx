/** Turns one-tap trading on, after a question that explains the effect of a tap, and off. */
import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { Confirm, SettingRow, Switch } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { setQuick, useIsQuick } from './quickOn.ts'

/**
 * `brief`: in the panel beside the chart, which has no height for the explanation. The question gives it before the
 * switch is on.
 */
export function QuickSwitch({ brief }: { readonly brief: boolean }) {
  const t = useTranslate()
  const uid = useSession(({ user }) => user?.uid)
  const on = useIsQuick(uid)
  const [asking, setAsking] = useState(false)
  if (uid === undefined) return null
  return (
    <>
      <SettingRow label={t('quick.title')} note={brief ? undefined : t('quick.text')}>
        <Switch
          label={t('quick.title')}
          checked={on}
          onCheckedChange={(next) => (next ? setAsking(true) : setQuick(undefined))}
        />
      </SettingRow>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('quick.ask_title')}
        text={t('quick.ask_text')}
        confirmLabel={t('quick.ask_confirm')}
        onConfirm={() => {
          setAsking(false)
          setQuick(uid)
        }}
      />
    </>
  )
}
