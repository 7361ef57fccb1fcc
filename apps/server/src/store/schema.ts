/**
 * Every table: those of the write path, the read tables and the services here, those of each area in a file of its own.
 * The one migration is generated from here (`npm run migration`). Tables live in a PostgreSQL schema chosen when the
 * store opens, so nothing may name one: no `.references()`, no enums, because the generator writes "public" into both;
 * a test guards it.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, isPicture, lifetimeSum, whole } from './columns.ts'

export * from './schema-accounts.ts'
export * from './schema-casework.ts'
export * from './schema-identity.ts'
export * from './schema-invites.ts'
export * from './schema-market.ts'
export * from './schema-money.ts'
export * from './schema-news.ts'
export * from './schema-notices.ts'
export * from './schema-office.ts'
export * from './schema-price-alerts.ts'
export * from './schema-push.ts'
export * from './schema-ranking.ts'
export * from './schema-support.ts'

// The write path: what is true

/** One row: which opening of the store may append to the journal. */
export const fence = pgTable('fence', {
  id: smallint('id').primaryKey(),
  epoch: whole('epoch').notNull(),
})

/** The journal: one row a batch, never changed. docs/domain/journal-format.md describes the bytes. */
export const journal = pgTable(
  'journal',
  {
    batch: whole('batch').primaryKey(),
    firstEvent: whole('first_event').notNull(),
    eventCount: integer('event_count').notNull(),
    eventBytes: integer('event_bytes').notNull(),
    requestCount: integer('request_count').notNull(),
    marketTime: whole('market_time').notNull(),
    wallTime: whole('wall_time').notNull(),
    epoch: whole('epoch').notNull(),
    schema: integer('schema').notNull(),
    /** Batches in the tree that this one carries. */
    treeSize: whole('tree_size').notNull(),
    events: bytes('events').notNull(),
    /** The answered requests: key, content hash and decision of each. */
    requests: bytes('requests').notNull(),
    /** SHA-256 of events and requests. */
    bodyHash: bytes('body_hash').notNull(),
    previousHash: bytes('previous_hash').notNull(),
    /** State hash of the snapshot at the end of the batch before; zeros where none was taken. */
    snapshotHash: bytes('snapshot_hash').notNull(),
    /** Root of the tree of the first `tree_size` batches. */
    treeRoot: bytes('tree_root').notNull(),
    hash: bytes('hash').notNull(),
    /**
     * Of each batch that joins the tree with this one: the root of its events, then the perfect subtrees that end with
     * it, from level 1 up: 32 bytes each.
     */
    treeNodes: bytes('tree_nodes').notNull(),
    /** HMAC-SHA-256 of `hash`, by a key that lies outside the store. */
    mac: bytes('mac').notNull(),
  },
  // Batches without events begin with the event of the next one that has some.
  (table) => [uniqueIndex('journal_first_event').on(table.firstEvent, table.batch)],
)

/** The engine's state at the end of a batch: makes a start fast, never decides what is true. */
export const snapshots = pgTable('snapshots', {
  batch: whole('batch').primaryKey(),
  sequence: whole('sequence').notNull(),
  state: bytes('state').notNull(),
  stateHash: bytes('state_hash').notNull(),
  wallTime: whole('wall_time').notNull(),
})

/**
 * At most one row: what the check of the older batches found. The next start checks the whole journal before trading
 * opens.
 */
export const journalDamage = pgTable('journal_damage', {
  id: smallint('id').primaryKey(),
  finding: text('finding').notNull(),
  foundAt: whole('found_at').notNull(),
})

// Read tables: folded from the journal, may be dropped and rebuilt at any time

/** How far the read tables are, and by which version of the fold. */
export const projection = pgTable('projection', {
  id: smallint('id').primaryKey(),
  version: integer('version').notNull(),
  batch: whole('batch').notNull(),
  sequence: whole('sequence').notNull(),
})

/** Every order that ever was. `status` 0 pending, 1 holding, 3 ended. */
export const orders = pgTable(
  'orders',
  {
    order: whole('order_id').primaryKey(),
    account: whole('account').$type<AccountId>().notNull(),
    instrument: whole('instrument').notNull(),
    status: smallint('status').notNull(),
    side: text('side').$type<'buy' | 'sell'>().notNull(),
    /** The position that it was a part of. Null: it is none. */
    splitFrom: whole('split_from'),
    /** Null: it was a market order. */
    pending: text('pending').$type<'limit' | 'stop'>(),
    lots: whole('lots').notNull(),
    leverage: integer('leverage').notNull(),
    target: whole('target'),
    stopLoss: whole('stop_loss'),
    takeProfit: whole('take_profit'),
    placedAt: whole('placed_at').notNull(),
    placedSequence: whole('placed_sequence').notNull(),
    /** The market at placement of a pending order. */
    placedQuoteSeq: whole('placed_quote_seq'),
    placedQuoteBid: whole('placed_quote_bid'),
    placedQuoteAsk: whole('placed_quote_ask'),
    placedQuoteTime: whole('placed_quote_time'),
    openedAt: whole('opened_at'),
    termsVersion: integer('terms_version'),
    openPrice: whole('open_price'),
    openReference: whole('open_reference'),
    openQuoteSeq: whole('open_quote_seq'),
    openQuoteBid: whole('open_quote_bid'),
    openQuoteAsk: whole('open_quote_ask'),
    openQuoteTime: whole('open_quote_time'),
    openConversionNumerator: whole('open_conversion_numerator'),
    openConversionDenominator: whole('open_conversion_denominator'),
    openConversionInstrument: whole('open_conversion_instrument'),
    openConversionSeq: whole('open_conversion_seq'),
    margin: whole('margin').notNull(),
    fee: whole('fee').notNull(),
    swap: whole('swap').notNull(),
    endedAt: whole('ended_at'),
    /** Sequence of the event that ended it: the order of the history. */
    endedSequence: whole('ended_sequence'),
    endReason: text('end_reason'),
    closePrice: whole('close_price'),
    closeReference: whole('close_reference'),
    closeQuoteSeq: whole('close_quote_seq'),
    closeQuoteBid: whole('close_quote_bid'),
    closeQuoteAsk: whole('close_quote_ask'),
    closeQuoteTime: whole('close_quote_time'),
    closeConversionNumerator: whole('close_conversion_numerator'),
    closeConversionDenominator: whole('close_conversion_denominator'),
    closeConversionInstrument: whole('close_conversion_instrument'),
    closeConversionSeq: whole('close_conversion_seq'),
    /** Realised; 0 until closed. */
    profit: whole('profit').notNull(),
    /** The stop-out that ended it: equity and used margin that led to it. */
    stopOutSequence: whole('stop_out_sequence'),
    stopOutEquity: whole('stop_out_equity'),
    stopOutMarginUsed: whole('stop_out_margin_used'),
  },
  // Only ended orders stand in it, so that a live one costs it nothing.
  (table) => [index('orders_history').on(table.account, table.endedSequence).where(sql`status = 3`)],
)

/** Which events speak of an order: what its receipt is made of. */
export const orderEvents = pgTable(
  'order_events',
  {
    order: whole('order_id').notNull(),
    sequence: whole('sequence').notNull(),
  },
  (table) => [primaryKey({ columns: [table.order, table.sequence] })],
)

/** Where each version of an instrument's terms stands in the journal. */
export const instrumentTerms = pgTable(
  'instrument_terms',
  {
    instrument: whole('instrument').notNull(),
    version: integer('version').notNull(),
    sequence: whole('sequence').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instrument, table.version] })],
)

/** Double entry: the lines of one sequence sum to zero in each book. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    sequence: whole('sequence').notNull(),
    line: smallint('line').notNull(),
    book: text('book').$type<'demo' | 'real'>().notNull(),
    /** Which purse: client_balance, client_locked, trading, fees ... */
    purse: text('purse').notNull(),
    /** The account, for a client's purse. */
    account: whole('account').$type<AccountId>(),
    amount: whole('amount').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sequence, table.line] })],
)

/** The client's side of the ledger: one line a change of the balance. */
export const accountLog = pgTable(
  'account_log',
  {
    account: whole('account').$type<AccountId>().notNull(),
    sequence: whole('sequence').notNull(),
    kind: text('kind').notNull(),
    amount: whole('amount').notNull(),
    balanceAfter: whole('balance_after').notNull(),
    order: whole('order_id'),
    instrument: whole('instrument'),
    /** The number of a deposit, withdrawal or correction, as the engine has it. */
    reference: text('reference'),
    at: whole('at').notNull(),
    wallTime: whole('wall_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.sequence] })],
)

/**
 * Sums of each account, so that no page has to add up a history. A reset of a demo account begins none of them anew:
 * the engine bounds a balance, and nothing bounds what an account gains or loses in its life.
 */
export const accountTotals = pgTable('account_totals', {
  account: whole('account').$type<AccountId>().primaryKey(),
  book: text('book').$type<'demo' | 'real'>().notNull(),
  balance: whole('balance').notNull(),
  locked: whole('locked').notNull(),
  logLines: whole('log_lines').notNull(),
  ordersEnded: whole('orders_ended').notNull(),
  /** Realised profit of all closed orders: `all_fact_profits` of the history. */
  profit: lifetimeSum('profit').notNull(),
  /** Effect of the fees and the financing of ended orders on the balance: `all_costs` of the history. */
  costsEnded: lifetimeSum('costs_ended').notNull(),
  fees: lifetimeSum('fees').notNull(),
  swap: lifetimeSum('swap').notNull(),
  stopOutSequence: whole('stop_out_sequence'),
  stopOutEquity: whole('stop_out_equity'),
  stopOutMarginUsed: whole('stop_out_margin_used'),
})

// The tables beneath people and money: settings, encrypted values, codes, messages, files

/** Every version of every setting that was changed; the newest counts. Rows are never changed: a trigger refuses it. */
export const settings = pgTable(
  'settings',
  {
    key: text('key').notNull(),
    version: integer('version').notNull(),
    /** JSON. */
    value: text('value').notNull(),
    who: text('who').notNull(),
    reason: text('reason').notNull(),
    at: whole('at').notNull(),
    /** When it comes into force, unless a newer version was written before. */
    holdsFrom: whole('holds_from').notNull(),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.key, table.version] })],
)

/** Which keys this store's encrypted rows need, so that a start without one of them stops instead of making another. */
export const vaultKeys = pgTable('vault_keys', {
  keyId: text('key_id').primaryKey(),
  firstUsedAt: whole('first_used_at').notNull(),
})

/** One-time codes. Neither the code nor whom it went to can be read here: both are keyed hashes. */
export const codes = pgTable(
  'codes',
  {
    code: text('code_id').primaryKey(),
    /** In the order in which they were made: of two of one millisecond the later one is the newest. */
    number: integer('number').notNull().generatedAlwaysAsIdentity(),
    purpose: text('purpose').notNull(),
    targetHash: text('target_hash').notNull(),
    /** The network that asked for it. */
    fromHash: text('from_hash'),
    /** The asker: a customer, a browser, or the network of a visitor without either. */
    askerHash: text('asker_hash'),
    /** Each kind of asker has limits of its own. `browser`: a browser that its owner has proven. */
    askedBy: text('asked_by').$type<'visitor' | 'browser' | 'customer'>().notNull(),
    codeHash: text('code_hash').notNull(),
    /** Tries of the asker. */
    tries: smallint('tries').notNull(),
    /** Tries of all other askers together. */
    othersTries: smallint('others_tries').notNull().default(0),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    usedAt: whole('used_at'),
  },
  (table) => [
    index('codes_target').on(table.targetHash, table.createdAt),
    index('codes_from').on(table.fromHash, table.createdAt),
    index('codes_created').on(table.createdAt),
  ],
)

/** Captchas that wait for their one answer. */
export const captchas = pgTable(
  'captchas',
  {
    captcha: text('captcha_id').primaryKey(),
    answerHash: text('answer_hash').notNull(),
    expiresAt: whole('expires_at').notNull(),
  },
  (table) => [index('captchas_expires').on(table.expiresAt)],
)

/**
 * Mails and text messages on their way. Written in the transaction that has something to tell; the words go once it is
 * sent.
 */
export const messages = pgTable(
  'messages',
  {
    message: text('message_id').primaryKey(),
    /** In the order in which they were written: what became due in one millisecond is sent in this order. */
    number: integer('number').notNull().generatedAlwaysAsIdentity(),
    channel: text('channel').$type<'mail' | 'sms' | 'none'>().notNull(),
    /** Receiver and words, encrypted; null once they are of no more use. */
    encrypted: bytes('encrypted'),
    tries: smallint('tries').notNull(),
    createdAt: whole('created_at').notNull(),
    /** When to try (again); 0: a new code, before all others; null: done or given up. */
    dueAt: whole('due_at'),
    sentAt: whole('sent_at'),
  },
  (table) => [index('messages_due').on(table.dueAt), index('messages_created').on(table.createdAt)],
)

/** Uploaded pictures. The bytes lie encrypted in a folder, under the same name. */
export const files = pgTable(
  'files',
  {
    file: text('file_id').primaryKey(),
    owner: integer('owner').$type<UserId>().notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    size: integer('size').notNull(),
    /** Keyed hash of what was uploaded: finds the same picture sent twice. */
    sourceHash: text('source_hash').notNull(),
    /**
     * 64 bits of what it looks like, as 16 hex digits: near ones are the same picture in another size or quality. Null:
     * kept before.
     */
    looks: text('looks'),
    /**
     * The record that the picture was handed in for, such as `deposit:17`, a space, and a keyed mark of both
     * (services/uploads/picture-use.ts); null: nothing yet, and removed after a day.
     */
    usedFor: text('used_for'),
    createdAt: whole('created_at').notNull(),
    /** The picture itself is gone; the row still finds the same one when it is sent again. */
    erasedAt: whole('erased_at'),
  },
  (table) => [
    index('files_owner').on(table.owner, table.createdAt),
    index('files_source').on(table.sourceHash),
    check('files_file', isPicture('file_id')),
  ],
)
