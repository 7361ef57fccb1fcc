/**
 * Every rate limit of the server under its name: the counted caller, the allowed number, and the reason. The other
 * files of this folder apply them; index.ts says which file is for which limit. Decision 39 computes what a limit of
 * guessing leaves an attacker, decision 49 what all strangers together can use up.
 */
import type { CallName } from '@veritick/contract'
import { ORDERS_PER_ACCOUNT_MAX } from '@veritick/engine'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock/index.ts'

/** The usual time of a limit of guessing. */
const ATTEMPTS_MS = 15 * MINUTE_MS

export const LIMITS = {
  /**
   * Changes of one customer or staff member (allowance.ts). Above what a customer's programs do, below what fills the
   * store.
   */
  changes: {
    /** A customer may close all positions of an account at once. */
    atOnce: ORDERS_PER_ACCOUNT_MAX,
    perSecond: 100,
    /** Each answer is kept for a day: an eighth of the changes whose keys the core keeps in memory. */
    perDay: 50_000,
  },

  /**
   * Changes of one order that do not end it (features/orders/change-limit.ts, decision 158). Each adds an event to the
   * order, and a receipt contains all events of its order.
   */
  orderChanges: {
    /** A person who drags a level on the chart sends one change for each release. */
    atOnce: 60,
    perSecond: 1,
    /** A program that moves a stop once in three minutes, day and night. */
    perDay: 500,
  },

  /**
   * Resets of the demo accounts of one customer (features/accounts/customer.ts). Each gives the account its whole demo
   * money again, so that what the account may lose in its life has no other bound.
   */
  demoResets: {
    /** A person who tries something that loses all of it. */
    atOnce: 20,
    perSecond: 1,
    /** One in a quarter of an hour, day and night. */
    perDay: 100,
  },

  /** Reads of one customer (fair-reads.ts). Orders and reads share one process. */
  reads: {
    /** An app that starts asks for about 20. */
    atOnce: 60,
    perSecond: 20,
    /** Worked on at once, of one customer. */
    running: 3,
    /**
     * So many rows that the store looks at count as a further read. A page of the profits of 11,000 ended orders took
     * the embedded store 80 to 160 ms on a busy machine.
     */
    rows: 250,
    /** How long a read waits for its turn before it is refused. */
    waitMs: 3_000,
    /** Reads of one customer that wait: `atOnce`, and those whose turn comes within `waitMs`. */
    waitingPerCustomer: 120,
    /** Reads that wait, of all customers. One read of each may wait beyond that. */
    waiting: 5_000,
  },

  /**
   * Of one session, once its customer's share above is used up (allowance.ts): calls that protect the account, and
   * apart from these its reads. The thief of a session shares the limits of the customer with its owner, who must still
   * be able to end the session. Above what a person does to get an account back, the start of the app included.
   */
  protection: { atOnce: 40, perSecond: 1, perDay: 2_000 },

  /** Work in turns (work-limit.ts): worked on at once and waiting, of one customer and of all. */
  work: {
    /**
     * Changes that are transactions of the store, so every change except one of orders and one that protects the
     * account. They hold connections that all customers share: many changes of one customer at once would keep the
     * others waiting. A repeat of a withdrawal or of a new payee also relies on `perCaller` 1: the first request uses
     * up the code before it stores its key. `overall` is of changes that wait for a turn of their network too
     * (`networkTurns`), which keeps what all customers have under way in the store far below it.
     */
    changes: { perCaller: 1, overall: 5_000, waitingPerCaller: 100, waiting: 5_000 },
    /** Changes that protect the account: `perCaller` and `waitingPerCaller` are of one session. */
    protection: { perCaller: 1, overall: 5_000, waitingPerCaller: 100, waiting: 5_000 },
    /**
     * Writes of favourites beside the turns of `changes`: an order on the embedded store waits for each write that is
     * under way, and no customer waits for a favourite.
     */
    favourites: { perCaller: 1, overall: 1, waitingPerCaller: 10, waiting: 1_000 },
    /** A receipt may need the proof tree of a batch with thousands of events. */
    receipts: { perCaller: 1, overall: 4, waitingPerCaller: 40, waiting: 1_000 },
    /**
     * Receipts of more than `events` events have turns of their own, so that no other receipt waits for one: each event
     * may be in a batch of its own, whose bytes and path are read from the store.
     */
    longReceipts: { events: 200, perCaller: 1, overall: 1, waitingPerCaller: 2, waiting: 20 },
    /** Histories of one order that staff read: each is made from the order's whole receipt. */
    orderHistories: { perCaller: 1, overall: 1, waitingPerCaller: 3, waiting: 50 },
    /** A statement may read some thousand lines. */
    statements: { perCaller: 1, overall: 2, waitingPerCaller: 3, waiting: 100 },
  },

  /**
   * Requests of one network that are worked on at once (`running`), and of all networks together (`overall`), for each
   * kind of work (network-turns.ts). Staff and periodic jobs wait for no turn, and the ceilings leave them places in
   * the store's lanes. The connections are those of store/lanes.ts.
   */
  networkTurns: {
    /**
     * A batch of the journal with so many orders of one network takes the core about 10 ms, and orders of other
     * networks wait for no more. `overall`: as many as a batch takes at full speed.
     */
    orders: { running: 32, overall: 64 },
    /** Reads of customers. Some wait for the core. So many keep the store's lane of reads busy. */
    reads: { running: 32, overall: 64 },
    /** Reads of visitors that ask the store: half of the connections of its lane. */
    visitorReads: { running: 2, overall: 3 },
    /** Files that every visitor may read and that are not in memory. The next request for one finds it there. */
    publicFiles: { running: 1, overall: 1 },
    /** Views of pictures of customers: each has two statements, and a file that is read and decrypted. */
    pictures: { running: 1, overall: 2 },
    /** Changes by customers with a real account, beside orders: twice the connections of transactions. */
    changes: { running: 4, overall: 8 },
    /** Changes by visitors, beside demo accounts: sign-ins, registrations, codes. Most hash a password meanwhile. */
    visits: { running: 4, overall: 8 },
    /**
     * Changes by demo accounts beside orders: fewer than there are connections of transactions, because one person
     * may have hundreds of demo accounts.
     */
    demo: { running: 2, overall: 3 },
    /** New demo accounts, and sign-ins to them. */
    demoVisits: { running: 2, overall: 3 },
    /** Sign-ins and one-time links of the office. */
    officeVisits: { running: 2, overall: 4 },
  },

  /**
   * How often the orders and changes that wait are looked at: while the store is in trouble none waits for a turn,
   * because each is refused soon.
   */
  turnsLookedAtMs: 100,

  /**
   * Bytes of messages of sockets (socket/message-bytes.ts). One that subscribes to all instruments has 1.2 kB, and
   * costs the server far more than its size.
   */
  socketBytes: {
    /** Of one socket: what an app sends when it starts, and then a page change each second. */
    own: { atOnce: 8_192, perSecond: 400, perDay: Number.MAX_SAFE_INTEGER },
    /** Beyond that, of all sockets of one network together. */
    network: { atOnce: 1_048_576, perSecond: 20_000, perDay: Number.MAX_SAFE_INTEGER },
    /** Bytes that a shorter message counts as. A socket's own share then has three messages a second. */
    leastOfMessage: 128,
  },

  /** Wrong guesses (attempts.ts): `max` in `millis`. */
  attempts: {
    /** Wrong passwords, and wrong second factors beside right ones, for one account name from one network. */
    sign_in: { max: 10, millis: ATTEMPTS_MS },
    /**
     * Wrong passwords for one account name from all browsers that are not its owner's. Strangers can use it up; it
     * stops new browsers only; a new password by a mailed code makes a browser the owner's own. 1,200 guesses a day.
     */
    sign_in_account: { max: 50, millis: HOUR_MS },
    /** Wrong passwords from one network, for all account names together. */
    sign_in_network: { max: 200, millis: ATTEMPTS_MS },
    /**
     * Wrong passwords for one account name in a browser that its owner signed in with; attempts of strangers do not
     * count.
     */
    sign_in_known: { max: 10, millis: ATTEMPTS_MS },
    /** The same in all proven browsers of the owner together, and apart from these in all other known ones. */
    sign_in_known_all: { max: 50, millis: HOUR_MS },
    /** Wrong current passwords of a signed-in customer, in one session. */
    current_password: { max: 10, millis: ATTEMPTS_MS },
    /** Wrong codes of the authenticator app, and wrong recovery codes: in one session, or at a forgotten password. */
    second_factor: { max: 10, millis: ATTEMPTS_MS },
    /**
     * Sign-ins of one customer, of browsers of each standing: the end of each session is remembered for months
     * (features/sessions/ended-sessions.ts). A new password begins the count anew.
     */
    signed_in: { max: 200, millis: DAY_MS },
    /** Mails to a customer about sign-ins in new browsers: a program without cookies does not fill the mailbox. */
    new_sign_in_told: { max: 10, millis: HOUR_MS },
    /** Mails about staff who sign a customer out: to the customer, and to staff when it happens again. */
    signed_out_told: { max: 1, millis: HOUR_MS },
    /** Mails to the owner of an address that was registered again. */
    already_registered: { max: 3, millis: ATTEMPTS_MS },
  },

  /** The networks of IPv6 that are counted beside those of 64 bits, each with a multiple of the limit. */
  widerNetworks: [
    /** A home line. */
    { bits: 56, times: 4 },
    /** An office, a tunnel, or a part of a phone network with thousands of customers. */
    { bits: 48, times: 16 },
  ],

  /** One-time codes (services/codes/code-limits.ts), counted in the store. */
  codes: {
    /** Between two codes of one purpose to one target for one asker: the client's button counts this down. */
    pauseSeconds: 60,
    /** Codes of one purpose to one target for one asker. */
    perAskerHour: 5,
    /** Codes of one purpose to one target for all visitors together: no mailbox is flooded. */
    forVisitorsHour: 8,
    forVisitorsDay: 24,
    /**
     * Codes of one purpose to one target for all proven browsers of its owner together. Apart from those of visitors,
     * who cannot use them up.
     */
    forOwnBrowsersHour: 8,
    forOwnBrowsersDay: 24,
    /** For a signed-in customer, all purposes. */
    forCustomerHour: 15,
    /** Wrong codes of a signed-in customer in a day, of all purposes: in proven browsers, and apart from these. */
    wrongOfCustomer: { max: 30, millis: DAY_MS },
    /** Codes for one network, to all targets. Offices and phone networks share addresses. */
    perNetworkHour: 60,
    /**
     * Text messages to one number in a day, of all purposes: a customer may earn with the own number. Each kind of
     * asker has its own, so that strangers use up none of the owner's.
     */
    smsToTargetDay: { visitor: 24, browser: 12, customer: 30 },
    /**
     * Text messages in an hour that customers in one network have sent to their own numbers. Counted apart from those
     * of strangers there. Twice as many, because the customers of a phone network share addresses.
     */
    smsToOwnersNetworkHour: 120,
    /**
     * Text messages to numbers without an account: from all together, and from one network. Each costs the operator
     * money, and a fraud earns with the number that receives it. The second keeps 16 networks from using up the first.
     */
    smsToStrangersDay: 1_000,
    smsToStrangersNetworkDay: 60,
    /** No wider network of IPv6, such as a tunnel, uses up more than a quarter of a day's. Owners have the same. */
    smsWiderTimes: 4,
    /**
     * Mails to register: from all together and from one network. A minute's are what the mail server takes in a minute,
     * so that they do not wait until they have expired. 167 networks use up a day's; then a new customer registers with
     * the captcha.
     */
    mailToStrangersMinute: 240,
    mailToStrangersDay: 20_000,
    mailToStrangersNetworkDay: 120,
  },

  /** Session tokens that the server does not know, from one network in a minute (ceiling.ts). */
  sessions: {
    /** Answered as unknown; more are refused as too many. */
    unknownTokens: 300,
    /** Looked up in the store without finding a living session. */
    failedLookups: 120,
  },

  /**
   * Refusals to one network that need no session (http/slow-refusals.ts): `max` in `millis` are sent at once, further
   * ones `waitMs` later. Above what the apps of a phone network with one address are refused.
   */
  refusals: { max: 500, millis: 1_000, waitMs: 1_000 },

  /**
   * Changes of one customer's favourite instruments (features/instruments/favourites.ts, by windows in memory): faster
   * than a person taps stars. The app sends one at a time.
   */
  favourites: { max: 60, millis: MINUTE_MS },

  /** Support (features/support), by windows in memory (ceiling.ts). */
  support: {
    /** Messages of one customer: faster than a person writes. */
    messages: { max: 20, millis: MINUTE_MS },
    messagesDay: { max: 400, millis: DAY_MS },
    /** Feedback of one customer. */
    feedbackOwn: { max: 20, millis: DAY_MS },
    /** Feedback of visitors and demo accounts from one network. Offices and phone networks share addresses. */
    feedbackNetwork: { max: 20, millis: HOUR_MS },
    feedbackNetworkDay: { max: 60, millis: DAY_MS },
    /** Feedback of all visitors and demo accounts: what staff can still read. */
    feedbackVisitors: { max: 2_000, millis: DAY_MS },
  },

  /**
   * Candles of the past that the feed computes for one network (market/history.ts, by windows in memory). Each takes
   * about 0.6 ms of the thread that also answers orders, and is kept in memory for all. It is enough for thirty pages
   * of a chart, or three home screens, of candles that the server does not know yet.
   */
  computedCandles: { max: 15_000, millis: MINUTE_MS },

  /** Calls from one network in a minute (http/, by @fastify/rate-limit). Above any household. */
  network: {
    /** Demo accounts opened, or signed in to. */
    demoAccounts: 600,
    /** A picture is drawn for each. */
    captchas: 60,
    /** Each checks or makes a password, which is slow on purpose. */
    passwords: 60,
    /** Requests of codes, beside the limits of the codes themselves. */
    codes: 30,
    /** Attempts at a code, and what follows from one; an account may try far less. */
    proofs: 300,
    /** Each challenge for a passkey is a row that waits for five minutes. */
    challenges: 60,
    /** A customer who pages a chart back as fast as it draws. */
    charts: 240,
    /** The home screen asks for one a row, up to 80 at once. */
    sparklines: 2_400,
    /** Whether the server is well: a load balancer, a monitor and a supervisor each ask once in some seconds. */
    health: 3_000,
    /** Short answers from memory. */
    facts: 1_200,
    /**
     * Pages of the app, which count as files too: each is up to 130 kB. An app loads one when it starts; an office of
     * 100 people starts at nine.
     */
    pages: 600,
    /** Pages, their files, logos: an app loads about 60 the first time, and an office of 100 people starts at nine. */
    files: 12_000,
    /** Long answers that cost little; an app asks for each once, when it starts and now and then. */
    lists: 600,
    /** Pages of news; each is made at most once in some seconds and answered from memory otherwise. */
    news: 300,
    /** The description of all calls: 128 kB. */
    documentation: 60,
    /** A form has four pictures, and customers try again. */
    uploads: 60,
    /** Views of pictures: each is opened from its encrypted file. */
    pictures: 600,
    statements: 30,
    /** Feedback; features/support allows fewer in an hour. */
    feedback: 60,
    /** A payment provider with ten payments a second; each signature is checked. */
    paymentNotices: 1_200,
    /** Calls of the office: staff behind one address. */
    office: 3_000,
    /** Sign-in and one-time links of the office: each checks or makes a password. */
    officeVisits: 300,
  },
} as const

const { network } = LIMITS

/** Calls that one network may make in a minute; `undefined`: the call has no limit of its own. */
export const callsPerMinute = (name: string): number | undefined =>
  Object.entries(CALLS_PER_MINUTE).find(([call]) => call === name)?.[1]

/**
 * Calls of customers and visitors that have a limit of their own. A call without a row is limited by customer and by
 * connection only.
 */
export const CALLS_PER_MINUTE: { readonly [Name in CallName]?: number } = {
  tradeList: network.lists,
  getCategories: network.lists,
  searchCurrency: network.lists,
  getBasicInfo: network.lists,
  areaList: network.lists,
  followList: network.lists,
  newsList: network.news,
  newsInfo: network.news,
  setting: network.facts,
  getCompanyStatus: network.facts,
  getCompany: network.lists,
  companySearch: network.lists,
  kline: network.charts,
  abbreviatedCacheKline: network.sparklines,
  createAccountDemoForU: network.demoAccounts,
  captcha: network.captchas,
  register: network.passwords,
  loginForU: network.passwords,
  forgetPassword: network.passwords,
  amendPassword: network.passwords,
  sendEmail: network.codes,
  sendSms: network.codes,
  sendCode: network.codes,
  confirmEmail: network.proofs,
  prove: network.proofs,
  twoFactorBegin: network.proofs,
  twoFactorConfirm: network.proofs,
  twoFactorOff: network.proofs,
  recoveryCodes: network.proofs,
  sessionEnd: network.proofs,
  getEmail: network.facts,
  complaintEmail: network.feedback,
  feedbackSend: network.feedback,
  passkeyOptions: network.challenges,
  passkeySignIn: network.passwords,
  passkeyProofOptions: network.challenges,
  passkeyBegin: network.proofs,
  passkeyAdd: network.proofs,
  passkeyRemove: network.proofs,
}
