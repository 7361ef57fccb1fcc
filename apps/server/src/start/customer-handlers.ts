/** Every call of the contract and the feature that answers it. */

import type { Handlers } from '../calls/index.ts'
import { accountHandlers } from '../features/accounts/index.ts'
import { closureHandlers } from '../features/closures/index.ts'
import { companyHandlers } from '../features/company/index.ts'
import { depositHandlers } from '../features/deposits/index.ts'
import { identityHandlers } from '../features/identity/index.ts'
import { favouriteHandlers, instrumentHandlers } from '../features/instruments/index.ts'
import { inviteHandlers } from '../features/invites/index.ts'
import { newsHandlers } from '../features/news/index.ts'
import { noticeHandlers } from '../features/notices/index.ts'
import { orderHandlers } from '../features/orders/index.ts'
import { passkeyHandlers } from '../features/passkeys/index.ts'
import { platformHandlers } from '../features/platform/index.ts'
import { priceAlertHandlers } from '../features/price-alerts/index.ts'
import { pushHandlers } from '../features/push/index.ts'
import { rankingHandlers } from '../features/ranking/index.ts'
import { defaultHandlers } from '../features/settings/index.ts'
import { supportHandlers } from '../features/support/index.ts'
import { usageTermsHandlers } from '../features/usage-terms/index.ts'
import { verificationHandlers } from '../features/verification/index.ts'
import { walletHandlers } from '../features/wallet/index.ts'
import { withdrawalHandlers } from '../features/withdrawals/index.ts'
import type { AppContext } from './app-context.ts'

export function handlersOf(context: AppContext): Handlers {
  return {
    ...accountHandlers(context),
    ...closureHandlers(context),
    ...defaultHandlers(context),
    ...companyHandlers(context),
    ...depositHandlers(context),
    ...identityHandlers(context),
    ...favouriteHandlers(context),
    ...instrumentHandlers(context),
    ...inviteHandlers(context),
    ...newsHandlers(context),
    ...noticeHandlers(context),
    ...orderHandlers(context),
    ...passkeyHandlers(context),
    ...platformHandlers(context),
    ...priceAlertHandlers(context),
    ...pushHandlers(context),
    ...rankingHandlers(context),
    ...supportHandlers(context),
    ...usageTermsHandlers(context),
    ...verificationHandlers(context),
    ...walletHandlers(context),
    ...withdrawalHandlers(context),
  }
}
