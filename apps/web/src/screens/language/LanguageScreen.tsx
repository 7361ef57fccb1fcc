/** The choice of language. A choice shows the app in the new language and goes back. */
import { LANGUAGE_FACTS, OFFERED, type Offered } from '@veritick/locales'
import { useState } from 'react'
import { Choice, Group, Spinner, toast } from '../../design/index.ts'
import { setLanguage, translateNow, useLanguage, useTranslate } from '../../i18n/i18n.ts'
import { Screen, useGoBack } from '../../shell/Screen.tsx'

export function LanguageScreen() {
  const t = useTranslate()
  return (
    <Screen title={t('language.title')}>
      <div className="grid gap-6 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        <Languages />
      </div>
    </Screen>
  )
}

function Languages() {
  const t = useTranslate()
  const goBack = useGoBack()
  const current = useLanguage()
  const [loading, setLoading] = useState<Offered>()
  const choose = async (language: Offered) => {
    setLoading(language)
    try {
      await setLanguage(language)
      goBack()
    } catch {
      toast({ text: translateNow('language.failed'), tone: 'bad' })
    } finally {
      setLoading(undefined)
    }
  }
  return (
    <Group title={t('language.language')}>
      {OFFERED.map((language) => (
        <Choice
          key={language}
          chosen={language === current}
          onChoose={() => void choose(language)}
          aside={loading === language && <Spinner />}
        >
          <span lang={LANGUAGE_FACTS[language].tag}>{LANGUAGE_FACTS[language].name}</span>
        </Choice>
      ))}
    </Group>
  )
}
