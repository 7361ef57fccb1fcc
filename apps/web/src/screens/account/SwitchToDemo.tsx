/**
 * Leads a customer from a real account to the demo account of the device. The device has one session, so the question
 * says that the customer signs in again on the way back. Without the demo account the real session goes on.
 */
import { useState } from 'react'
import { ActionRow, Confirm, Group, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useStartDemo } from '../../shell/useStartDemo.ts'

export function SwitchToDemo() {
  const t = useTranslate()
  const [asking, setAsking] = useState(false)
  const { busy, start } = useStartDemo()
  return (
    <Group title={t('common.demo_account')}>
      <ActionRow onClick={() => setAsking(true)} icon={<Icon.Swap size={22} />} note={t('account.demo_switch_note')}>
        {t('account.demo_switch')}
      </ActionRow>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('account.demo_switch_question')}
        text={t('account.demo_switch_text')}
        confirmLabel={t('account.demo_switch_confirm')}
        busy={busy}
        onConfirm={start}
      />
    </Group>
  )
}
