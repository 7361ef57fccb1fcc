/** Settings that every client reads at its start. */
import { OFFERED } from '@veritick/locales'
import type { House } from '../../house.ts'
import { say } from '../../http/answer.ts'
import type { Handlers } from '../../http/calls.ts'
import { siteOf } from '../passkeys/site.ts'
import { losingShareOf } from './losing-share.ts'

/** 0 would be the main site with its own company search; this one trades, so the search finds instruments. */
const TYPE_TRADING_SITE = 1

export function platformHandlers(house: House): Handlers<'getBasicInfo' | 'getCompanyStatus'> {
  const losingShare = losingShareOf(house)
  return {
    getBasicInfo: async ({ language, host }) => {
      const { settings } = house
      const { feeType } = await house.core.query({ kind: 'trading' })
      return {
        ok: true,
        data: {
          service_link: settings.get('service_link'),
          service_link_type: settings.get('service_link_type'),
          verify_reg_type: settings.get('verify_reg_type'),
          trade_fee_type: feeType,
          usage: { risk_warning: say(language, 'messages.risk_warning'), losing_share: await losingShare() },
          languages: [...OFFERED],
          passkeys: siteOf(house.config, host) !== undefined,
          restricted: [...settings.get('restricted_countries')],
          market: {
            simulated: house.market.simulated,
            replay: house.config.feed.kind === 'replay',
            time: house.market.clock(),
            speed: String(house.config.feed.kind === 'replay' ? house.config.replaySpeed : 1),
          },
        },
      }
    },
    getCompanyStatus: async () => ({ ok: true, data: { status: 0, type: TYPE_TRADING_SITE, loss_url: '' } }),
  }
}
