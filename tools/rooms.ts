/**
 * The rooms of the server and which rooms each may import, types included. A room stands in the table after every room
 * that it imports, so there is no circle. A new import across a wall needs a name here; tools/walls.test.ts compares.
 */

/** One room a line, `room: rooms that it may import`; a line that is indented goes on with the line before. */
const TABLE = `
services/clock:
services/jobs:
services/engine-sync: services/jobs
services/network:
services/public-files:
store:
services/disk: services/jobs store
services/encryption: services/clock store
services/audit: store services/encryption
services/logging: store
services/seals: services/clock store services/encryption
services/messages: services/clock services/jobs services/network store services/encryption services/seals
services/office: services/clock store services/audit services/encryption services/seals
services/secrets: services/clock services/network store services/encryption
services/rate-limits: services/clock services/network services/secrets
services/codes: services/clock store services/encryption services/messages services/rate-limits
services/uploads: services/clock store services/encryption services/rate-limits services/seals
journal: store
projections: store journal
calls: services/audit services/rate-limits
services/transactions: store calls
services/idempotency: services/clock store services/encryption calls services/transactions
core: services/clock store services/logging journal projections
market: services/clock services/encryption services/jobs services/rate-limits store
config: services/network services/messages core market
services/passkeys: services/clock store services/encryption services/seals calls config
backup: services/clock store services/encryption services/uploads journal core config
features/approvals: services/clock store services/audit services/seals services/transactions
features/sessions: services/clock services/jobs store services/secrets services/rate-limits services/encryption
  services/seals calls
features/settings: services/clock store services/audit services/messages services/office services/secrets
  services/encryption services/seals calls config
features/usage-terms: services/clock store calls features/settings
features/instruments: services/clock services/jobs services/engine-sync store services/audit services/encryption
  services/messages services/rate-limits services/office services/seals calls services/transactions core market
  features/settings
features/money: services/clock store services/encryption services/messages services/rate-limits services/codes
  services/passkeys services/uploads services/seals services/transactions services/idempotency features/approvals
  calls core market features/sessions features/settings features/usage-terms
features/accounts: services/clock store services/audit services/encryption services/messages services/secrets
  services/rate-limits services/codes journal services/seals calls services/transactions services/idempotency core
  config services/passkeys market features/approvals features/sessions features/settings features/usage-terms
  features/money
features/audit-log: store services/audit services/encryption services/office services/seals calls market
  features/accounts
features/freezes: store services/seals services/audit services/messages services/office calls services/transactions
  features/approvals features/settings features/money features/accounts
features/identity: services/clock services/jobs services/seals store services/audit services/encryption
  services/messages services/uploads calls services/transactions services/idempotency features/approvals
  features/sessions features/settings features/money features/accounts
features/ranking: services/clock services/jobs store journal calls core market
features/closures: journal services/clock services/jobs services/seals services/encryption store services/audit
  services/messages calls services/transactions services/passkeys features/approvals features/settings features/money
  features/accounts features/freezes features/identity features/ranking
features/deposits: services/clock store services/audit services/encryption services/office services/uploads
  services/seals calls services/transactions services/idempotency features/approvals features/settings features/money
  features/accounts features/identity
features/orders: store services/encryption services/rate-limits services/seals projections calls core market
  features/usage-terms features/money
features/exposure: services/clock store calls core market features/orders
features/passkeys: services/clock store services/messages services/seals calls services/transactions services/passkeys
  features/accounts
features/platform: services/clock services/jobs store calls config services/passkeys market features/settings
  features/usage-terms
features/company: services/clock services/public-files store services/audit services/encryption calls
  features/settings
features/sms: services/clock store services/audit services/encryption services/messages calls features/settings
  features/accounts
features/staff: services/clock store services/audit services/encryption services/messages services/office
  services/secrets services/rate-limits services/seals calls services/transactions services/idempotency config
  features/approvals features/settings
features/wallet: store services/encryption projections calls core market features/money features/accounts
  features/orders
features/withdrawals: services/clock store services/audit services/encryption services/messages services/office journal
  services/rate-limits services/codes services/passkeys services/seals calls services/transactions services/idempotency
  features/approvals features/sessions features/settings features/money features/accounts features/identity
features/customers: journal services/clock store services/audit services/encryption services/messages services/office
  services/rate-limits services/seals projections calls
  services/transactions services/idempotency core market features/approvals features/sessions features/settings
  features/accounts features/audit-log features/freezes features/closures features/identity features/orders
  features/money features/withdrawals
features/corrections: journal services/clock store services/audit services/messages services/office services/seals
  calls services/transactions services/idempotency features/approvals features/money features/accounts features/staff
  features/customers
features/invites: services/clock services/jobs services/encryption store services/audit services/messages
  services/office services/seals journal calls services/transactions core features/approvals features/settings
  features/money features/accounts features/staff features/customers
features/reviews: services/clock store services/audit services/encryption services/office services/seals
  services/uploads calls core features/approvals features/settings features/money features/audit-log
  features/identity features/deposits
  features/staff features/withdrawals features/customers
features/support: services/clock services/jobs store services/audit services/encryption services/office services/seals
  services/messages services/rate-limits services/uploads calls services/transactions services/idempotency core
  features/sessions features/settings features/accounts features/audit-log features/customers features/reviews
features/alerts: services/clock services/jobs store services/disk services/messages services/seals core config backup
  market features/settings features/money features/identity features/deposits features/withdrawals features/reviews
features/health: services/clock store services/disk services/uploads calls core config backup market features/settings
  features/money features/identity features/deposits features/staff features/withdrawals features/reviews
features/news: services/clock services/public-files store services/audit services/encryption services/messages
  services/office services/seals services/uploads calls services/transactions services/idempotency features/approvals
  features/settings
features/notices: services/clock services/jobs store services/encryption services/messages services/seals journal calls
  core features/money features/accounts features/alerts
features/push: services/clock services/jobs services/network store services/encryption calls config features/sessions
  features/notices
features/price-alerts: services/clock store services/encryption services/seals calls services/transactions
  services/idempotency core market features/accounts features/orders features/notices
features/verification: services/clock store services/encryption services/messages services/secrets services/passkeys
  services/rate-limits services/codes calls features/sessions features/settings features/accounts features/withdrawals
http: services/clock services/network store services/disk services/encryption services/messages services/passkeys
  services/secrets services/seals services/rate-limits services/uploads journal calls services/idempotency core config
  market features/sessions features/money features/accounts features/company features/deposits features/orders
  features/settings features/staff features/news features/wallet
socket: services/network services/encryption services/rate-limits services/uploads calls core config market
  features/sessions features/instruments features/orders features/notices features/support http
metrics: services/clock services/jobs store services/disk services/uploads core config market http socket backup
start: services/clock services/jobs services/engine-sync services/network store services/disk services/encryption
  services/logging services/messages services/secrets services/rate-limits services/codes services/passkeys
  services/uploads services/idempotency services/seals services/office calls core config market features/sessions
  features/settings features/usage-terms features/instruments features/money features/accounts features/audit-log
  features/freezes features/closures features/identity features/deposits features/orders features/exposure
  features/company features/passkeys features/platform features/ranking features/sms features/staff features/wallet
  features/withdrawals features/customers features/corrections features/invites features/reviews features/support
  features/alerts features/health features/news features/notices features/price-alerts features/push
  features/verification http socket backup metrics
`

/** Rooms by their folder in apps/server/src, lowest first. */
export const ROOMS: { readonly [room: string]: readonly string[] } = Object.fromEntries(
  TABLE.trim()
    .split(/\n(?=\S)/)
    .map((line) => {
      const [room = '', allowed = ''] = line.split(':')
      return [room, allowed.split(/\s+/).filter((each) => each !== '')]
    }),
)
