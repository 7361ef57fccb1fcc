/** The socket at /v1/ws: topics, limits and close codes as plain facts. Shapes of the messages: `schemas/socket.ts`. */
export const SOCKET_PATH = '/v1/ws'

/** Topics that anyone may subscribe to, beside `KLINE.<code>`. */
export const PUBLIC_TOPICS = ['DAY_MARKET'] as const
/** Need a login; a subscription made before it starts with it. */
export const PRIVATE_TOPICS = ['FOREX_TRADE', 'FOREX_CLOSED', 'FOREX_NOTICE'] as const
export type PrivateTopic = (typeof PRIVATE_TOPICS)[number]

export const KLINE_TOPIC_PREFIX = 'KLINE.'
/** `KLINE.EURUSD`. */
export const klineTopic = (code: string): `KLINE.${string}` => `${KLINE_TOPIC_PREFIX}${code}`

/** The plain text of a heartbeat, and its answer. */
export const PING = 'ping'
export const PONG = 'pong'
export const HEARTBEAT_MILLIS = 5000

export const SOCKET_LIMITS = {
  messageBytes: 4096,
  messagesPerSecond: 10,
  topics: 200,
  /** A reader this far behind is closed with 4008. */
  unsentBytes: 1_048_576,
  unsentMillis: 10_000,
  /** Logins with a token that has no session; the socket is closed with 4003 at the last of them. */
  loginsWrong: 5,
  /** DAY_MARKET of one instrument, FOREX_TRADE of one person. */
  pushesPerSecond: 4,
} as const

export const SOCKET_CLOSE = {
  /** The server is going down; come back. */
  goingAway: 1001,
  /** More messages than allowed. */
  policy: 1008,
  tooLarge: 1009,
  /** Too many logins with a token that has no session: come back with one that has. */
  loginsWrong: 4003,
  /** Did not keep up. */
  slowReader: 4008,
} as const
