/** The button by which a customer accepts the terms of use. After a refusal the terms are read again. */
import type { CallData } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { call } from '../../data/api.ts'
import { queries } from '../../data/queries.ts'
import { Button, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function AcceptTerms({ terms }: { readonly terms: CallData<'getBasicInfo'>['terms'] }) {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  // The day and version may be those of before the change.
  useEffect(() => void queries.refreshTerms(), [])
  const accept = async () => {
    setBusy(true)
    try {
      await call('acceptTerms', { version: terms.version })
      // This screen shows no customer, so nothing else reads them again.
      queries.rereadMe()
      toast({ text: t('legal.accepted') })
    } catch {
      // `call` has shown why.
      await queries.refreshTerms().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button large busy={busy} className="mt-6 w-full print:hidden" onClick={() => void accept()}>
      {t('legal.changed_accept')}
    </Button>
  )
}
