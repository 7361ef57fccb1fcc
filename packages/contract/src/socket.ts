/** The socket at /v1/ws: topics, limits and close codes. Message schemas: `schemas/socket.ts`. */
export const SOCKET_PATH = '/v1/ws'

/** Public topics, beside `KLINE.<code>`. */
export const PUBLIC_TOPICS = ['DAY_MARKET'] as const
/** Topics that need a login. A subscription made before the login starts with it. */
export const PRIVATE_TOPICS = ['FOREX_TRADE', 'FOREX_CLOSED', 'FOREX_NOTICE', 'SUPPORT'] as const
export type PrivateTopic = (typeof PRIVATE_TOPICS)[number]

export const KLINE_TOPIC_PREFIX = 'KLINE.'
/** `KLINE.EURUSD`. */
export const klineTopic = (code: string): `KLINE.${string}` => `${KLINE_TOPIC_PREFIX}${code}`

/** The text of a heartbeat, and its answer. */
export const PING = 'ping'
export const PONG = 'pong'
export const HEARTBEAT_MILLIS = 5000

export const SOCKET_LIMITS = {
  messageBytes: 4096,
  messagesPerSecond: 10,
  topics: 200,
  /** A client this far behind is closed with 4008. */
  unsentBytes: 1_048_576,
  unsentMillis: 10_000,
  /** Logins with a token without a session; the last one closes the socket with 4003. */
  loginsWrong: 5,
  /** DAY_MARKET per instrument, FOREX_TRADE per customer. */
  pushesPerSecond: 4,
} as const

export const SOCKET_CLOSE = {
  /** The server is stopping; reconnect. */
  goingAway: 1001,
  /** More messages than allowed. */
  policy: 1008,
  tooLarge: 1009,
  /** Too many logins with a token without a session. */
  loginsWrong: 4003,
  /** The client did not read fast enough. */
  slowReader: 4008,
} as const
