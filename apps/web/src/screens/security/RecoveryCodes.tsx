/** The ten recovery codes, shown once: copied or saved before the next step. */
import { useState } from 'react'
import { Button, CheckField, CopyButton, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { SupportContact } from '../support/SupportContact.tsx'

const FILE_NAME = 'veritick-recovery-codes.txt'

export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const t = useTranslate()
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <>
      <div role="status" className="flex gap-3 rounded-card bg-accent-soft p-4 text-accent">
        <Icon.Check className="shrink-0" />
        <span className="grid gap-0.5">
          <strong>{t('two_factor.codes_title')}</strong>
          <span>{t('two_factor.codes_text')}</span>
          <SupportContact only="address" />
        </span>
      </div>
      <section aria-label={t('two_factor.codes')} className="rounded-card border border-line bg-surface p-4">
        <div className="flex items-center">
          <h2 className="flex-1 font-bold">{t('two_factor.codes')}</h2>
          <CopyButton text={text} label={t('two_factor.codes')} />
        </div>
        <ol className="grid gap-y-1.5 pt-1">
          {codes.map((code) => (
            <li key={code} className="font-semibold whitespace-nowrap tabular-nums">
              <bdi dir="ltr">{code}</bdi>
            </li>
          ))}
        </ol>
      </section>
      <Button tone="plain" className="border border-line bg-surface!" onClick={() => save(text)}>
        {t('two_factor.codes_save')}
      </Button>
      <CheckField checked={kept} onCheckedChange={setKept}>
        {t('two_factor.codes_kept')}
      </CheckField>
      <Button large disabled={!kept} onClick={onKept}>
        {t('common.done')}
      </Button>
    </>
  )
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(url)
}
