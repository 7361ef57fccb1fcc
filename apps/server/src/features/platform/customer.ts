/** Settings that every client reads at its start. */
import { OFFERED } from '@veritick/locales'
import { type Handlers, say } from '../../calls/index.ts'
import { siteOf } from '../../services/passkeys/index.ts'
import type { Context } from './context.ts'

export function platformHandlers(context: Context): Handlers<'getBasicInfo'> {
  return {
    getBasicInfo: async ({ language, host }) => {
      const { settings } = context
      return {
        ok: true,
        data: {
          service_link: settings.get('service_link'),
          service_link_type: settings.get('service_link_type'),
          verify_reg_type: settings.get('verify_reg_type'),
          trade_fee_type: context.feeType(),
          usage: { risk_warning: say(language, 'messages.risk_warning'), losing_share: context.losingShare.current() },
          languages: [...OFFERED],
          passkeys: siteOf(context.config, host) !== undefined,
          terms: wireTerms(context.usageTerms.inForce()),
          restricted: [...settings.get('restricted_countries')],
          market: {
            simulated: context.market.simulated,
            replay: context.config.feed.kind === 'replay',
            always_open: context.config.sessions === 'always',
            time: context.market.clock(),
            speed: String(context.config.feed.kind === 'replay' ? context.config.replaySpeed : 1),
          },
        },
      }
    },
  }
}

const wireTerms = ({ version, changedOn }: ReturnType<Context['usageTerms']['inForce']>) => ({
  version,
  changed_on: changedOn,
})
