/** Exceptions of words.test.ts that remain, each with its count. A number may only fall; an area at 0 is removed. */

/** Functions above the limit, with their lines today. */
export const LONG_FUNCTIONS: { readonly [fileAndName: string]: number } = {}

/** Lines of code above the limit of columns, by area: texts and queries that Biome cannot break. */
export const WIDE_TEXTS: { readonly [area: string]: number } = {
  'apps/office': 3,
  'apps/server/src': 1,
  'apps/server/src/backup': 10,
  'apps/server/src/config': 2,
  'apps/server/src/core': 20,
  'apps/server/src/features/accounts': 13,
  'apps/server/src/features/corrections': 1,
  'apps/server/src/features/customers': 1,
  'apps/server/src/features/deposits': 3,
  'apps/server/src/features/freezes': 2,
  'apps/server/src/features/identity': 4,
  'apps/server/src/features/instruments': 1,
  'apps/server/src/features/notices': 1,
  'apps/server/src/features/orders': 2,
  'apps/server/src/features/passkeys': 3,
  'apps/server/src/features/reviews': 1,
  'apps/server/src/features/staff': 4,
  'apps/server/src/features/wallet': 2,
  'apps/server/src/features/withdrawals': 2,
  'apps/server/src/http': 20,
  'apps/server/src/journal': 1,
  'apps/server/src/market': 14,
  'apps/server/src/projections': 1,
  'apps/server/src/services/codes': 1,
  'apps/server/src/services/encryption': 2,
  'apps/server/src/services/uploads': 1,
  'apps/server/src/socket': 3,
  'apps/server/src/start': 6,
  'apps/server/src/store': 13,
  'apps/web': 64,
  'packages/contract': 2,
  'packages/engine': 3,
  'packages/testing': 1,
  sim: 1,
  'sim/feeds': 2,
  tools: 4,
  'tools/deploy': 4,
  'tools/verify': 1,
}

/** Declarations with an old name. */
export const OLD_NAMES_LEFT: { readonly [name: string]: number } = {}
