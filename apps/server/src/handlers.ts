/** Every call of the contract and the feature that answers it. */

import { accountHandlers } from './features/accounts/routes.ts'
import { depositHandlers } from './features/deposits/routes.ts'
import { identityHandlers } from './features/identity/routes.ts'
import { instrumentHandlers } from './features/instruments/routes.ts'
import { noticeHandlers } from './features/notices/routes.ts'
import { orderHandlers } from './features/orders/routes.ts'
import { passkeyHandlers } from './features/passkeys/routes.ts'
import { platformHandlers } from './features/platform/routes.ts'
import { defaultHandlers } from './features/settings/routes.ts'
import { walletHandlers } from './features/wallet/routes.ts'
import { withdrawalHandlers } from './features/withdrawals/routes.ts'
import type { House } from './house.ts'
import type { Handlers } from './http/calls.ts'

export function handlersOf(house: House): Handlers {
  return {
    ...accountHandlers(house),
    ...defaultHandlers(house),
    ...depositHandlers(house),
    ...identityHandlers(house),
    ...instrumentHandlers(house),
    ...noticeHandlers(house),
    ...orderHandlers(house),
    ...passkeyHandlers(house),
    ...platformHandlers(house),
    ...walletHandlers(house),
    ...withdrawalHandlers(house),
  }
}
