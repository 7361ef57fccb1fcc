/** Texts for an instrument without a price. In a replayed recording it never gets a price. */
import { useBasics } from '../../data/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function useUnpriced(): { readonly short: string; readonly text: string } {
  const t = useTranslate()
  const recording = useBasics().data?.market.replay === true
  return recording
    ? { short: t('home.unpriced_recording'), text: t('home.unpriced_recording_text') }
    : { short: t('home.unpriced'), text: t('home.unpriced_text') }
}
