/** The rewards and the conditions of the programme, with the numbers of the server. */
import type { InviteInfo } from '@veritick/contract'
import { Amount, Line } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { conditionsOf } from './invite.ts'
import { useFormats } from './useFormats.ts'

export function Conditions({ info }: { readonly info: InviteInfo }) {
  const t = useTranslate()
  const formats = useFormats()
  return (
    <>
      <section aria-labelledby="invite-rewards" className="rounded-card border border-line bg-surface px-4 py-3">
        <h2 id="invite-rewards" className="pb-1 font-semibold">
          {t('invite.rewards')}
        </h2>
        <dl>
          {info.rules.steps.map(({ step, net_deposit: deposit, reward }) => (
            <Line key={step} label={t('invite.step', { amount: formats.money(deposit) })}>
              <Amount value={reward} currency />
            </Line>
          ))}
        </dl>
      </section>
      <section aria-labelledby="invite-rules" className="rounded-card border border-line bg-surface px-4 py-3">
        <h2 id="invite-rules" className="pb-1 font-semibold">
          {t('invite.rules')}
        </h2>
        <ul className="grid list-disc gap-2 ps-5 text-ink-soft">
          {conditionsOf(info, formats).map(({ key, values }) => (
            <li key={key}>{t(key, values)}</li>
          ))}
        </ul>
      </section>
    </>
  )
}
