/** The choice of language. A choice shows the app in the new language and goes back. */
import { LANGUAGE_FACTS, OFFERED, type Offered } from '@veritick/locales'
import { useState } from 'react'
import { Choice, Group, Spinner, toast } from '../../design/index.ts'
import { setLanguage, translateNow, useLanguage, useTranslate } from '../../i18n/i18n.ts'
import { BROWSER } from '../../shell/browserWorld.ts'
import { loadFile } from '../../shell/chunk.ts'
import { Screen, useGoBackFromHere } from '../../shell/Screen.tsx'

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
  const goBack = useGoBackFromHere()
  const current = useLanguage()
  const [loading, setLoading] = useState<Offered>()
  const choose = async (language: Offered) => {
    setLoading(language)
    try {
      const isShown = await loadFile(`language-${language}`, () => setLanguage(language), BROWSER)
      if (isShown) goBack()
    } catch {
      toast({ text: translateNow('language.failed'), tone: 'bad' })
    } finally {
      setLoading((now) => (now === language ? undefined : now))
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
