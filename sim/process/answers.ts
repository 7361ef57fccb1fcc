/**
 * The answers to customers and staff: never before the decision is durable, always the decision, and to a repeated
 * request the first answer, also after a crash. A request is decided once.
 */
import { isTemporaryRefusal, REQUEST_KEPT_MS } from '@veritick/domain'
import type { Command, Event } from '@veritick/engine'
import type { Submitted } from '../../apps/server/src/core/submission.ts'
import { difference } from '../same.ts'
import { type KeptRequest, sha256 } from './journal-audit.ts'
import type { Decided, ProcessAudit } from './process-audit.ts'
import type { SentRequest } from './steps.ts'
import type { JournalRow } from './tables.ts'

/**
 * `at`: the wall clock of the process `by` when it was sealed; `moment`: when it was durable, in virtual time. `order`:
 * as the first answer showed it, once that was told.
 */
type First = Decided & {
  readonly content: string
  readonly at: number
  readonly by: ProcessAudit
  readonly moment: number
  order?: unknown
}

/** Commands whose answer speaks of all that their request led to; the others' speaks of the last event. */
const OF_ORDERS: ReadonlySet<Command['kind']> = new Set([
  'place',
  'reverse',
  'set_stops',
  'amend',
  'close',
  'close_part',
  'cancel',
])

/** Refusals of the core itself: nothing was decided. */
const UNDECIDED: ReadonlySet<string> = new Set([
  'busy',
  'idempotency_mismatch',
  'idempotency_key_expired',
  'idempotency_key_ahead',
])

export class Answers {
  /** First answers by key, from the moment when the answer is durable. */
  private readonly first = new Map<string, First>()
  /** Keys that name their time. */
  private readonly named = new Set<string>()
  private readonly decisions = new WeakMap<Command, Decided>()
  private readonly finds: (fault: string | undefined) => void
  /** Virtual time. */
  private readonly now: () => number
  /** Epoch of the newest process that opened. */
  writer = 0

  constructor(finds: (fault: string | undefined) => void, now: () => number) {
    this.finds = finds
    this.now = now
  }

  /**
   * True when a repeat must find its first answer in this process: for a day after the process gave it, and where
   * another process did, for a day by the wall clock that this one read at its start. Jumps of the wall clock since
   * then change neither.
   */
  private isKept({ key, process }: { readonly key: string; readonly process: ProcessAudit }): boolean {
    const first = this.first.get(key)
    if (first === undefined) return false
    const now = this.now()
    if (first.by === process) return first.moment > now - REQUEST_KEPT_MS
    const { wall, moment } = process.opening
    return first.at > wall + (now - moment) - REQUEST_KEPT_MS
  }

  decided(
    process: ProcessAudit,
    made: Omit<Decided, 'kind'> & { readonly command: Command; readonly request: SentRequest | undefined },
  ): void {
    const { command, request, outcome, from, to } = made
    const decided = { outcome, from, to, kind: command.kind }
    this.decisions.set(command, decided)
    if (request === undefined) return
    if (request.namedAt !== undefined) this.named.add(request.key)
    process.decided.set(request.key, decided)
  }

  /** Requests that a batch keeps. */
  durable(process: ProcessAudit, kept: readonly KeptRequest[], row: JournalRow): void {
    for (const { key, content } of kept) {
      const decided = process.decided.get(key)
      if (decided === undefined) {
        this.finds(`batch ${row.batch} keeps request ${key}, which was not decided`)
        continue
      }
      // A key that names no time counts as new once its answer is forgotten; any other is carried out once for ever.
      if (this.first.has(key) && (this.named.has(key) || this.isKept({ key, process })))
        this.finds(`request ${key} was carried out a second time`)
      if (!decided.outcome.ok && isTemporaryRefusal(decided.outcome.reason))
        this.finds(`batch ${row.batch} keeps ${decided.outcome.reason} for request ${key}, which passes by itself`)
      if (decided.to > process.durable) this.finds(`batch ${row.batch} keeps request ${key} before its events`)
      this.first.set(key, { ...decided, content, at: row.wall_time, by: process, moment: this.now() })
    }
  }

  /** The answer to `command`, at the moment at which it is told. */
  told(process: ProcessAudit, asked: { command: Command; request: SentRequest | undefined }, result: Submitted): void {
    const { command, request } = asked
    const decided = this.decisions.get(command)
    const wrong = result.repeated
      ? this.repeated(request, result)
      : !result.outcome.ok && UNDECIDED.has(result.outcome.reason)
        ? this.undecided(process, { decided, request, reason: result.outcome.reason })
        : this.firstTold(process, { decided, request }, result)
    this.finds(wrong && `${command.kind}${request === undefined ? '' : ` ${request.key}`}: ${wrong}`)
  }

  private undecided(
    process: ProcessAudit,
    refused: {
      readonly decided: Decided | undefined
      readonly request: SentRequest | undefined
      readonly reason: string
    },
  ): string | undefined {
    const { decided, request, reason } = refused
    if (decided !== undefined) return `it was decided and refused as ${reason}`
    const first = request && this.first.get(request.key)
    if (first === undefined || request === undefined) return undefined
    const isSame = first.content === contentOf(request)
    const isKept = this.isKept({ key: request.key, process })
    // A key that names no time is free once its answer is forgotten: other content may have taken it.
    const isHeld = this.named.has(request.key) || isKept
    if (reason === 'idempotency_mismatch')
      return isSame && isHeld ? 'its own repeat was taken for another request' : undefined
    // A process that another has replaced cannot know what was answered since.
    const isWriter = process.epoch === this.writer
    return isWriter && isSame && isKept ? `its answer is kept, and it was refused as ${reason}` : undefined
  }

  private firstTold(
    process: ProcessAudit,
    { decided, request }: { decided: Decided | undefined; request: SentRequest | undefined },
    { outcome }: Submitted,
  ): string | undefined {
    if (decided === undefined) return 'it was answered and never decided'
    const told = outcome.ok ? { ok: true, events: outcome.events } : outcome
    const parted = difference(told, decided.outcome)
    if (parted !== undefined) return `the answer is not what was decided: ${parted}`
    if (decided.to > process.durable) return 'it was told before it was durable'
    if (request === undefined || (!outcome.ok && isTemporaryRefusal(outcome.reason))) return undefined
    const first = this.first.get(request.key)
    if (first?.to !== decided.to) return 'its answer is not kept under its key'
    if (outcome.ok) first.order = outcome.order
    return undefined
  }

  private repeated(request: SentRequest | undefined, { outcome }: Submitted): string | undefined {
    if (request === undefined) return 'it has no key, and its answer is said to be a repeat'
    const first = this.first.get(request.key)
    if (first === undefined) {
      // The repeat of a request that waits gets the same refusal, which is not kept.
      const passes = !outcome.ok && (UNDECIDED.has(outcome.reason) || isTemporaryRefusal(outcome.reason))
      return passes ? undefined : 'it was told before it was durable'
    }
    if (first.content !== contentOf(request)) return 'other content got the answer'
    if (!outcome.ok || !first.outcome.ok) {
      const passes = !outcome.ok && (UNDECIDED.has(outcome.reason) || isTemporaryRefusal(outcome.reason))
      const [told, was] = [outcome, first.outcome].map((each) => (each.ok ? 'a success' : each.reason))
      return passes || told === was ? undefined : `the first answer was ${was}, the repeat is told ${told}`
    }
    const parted = 'order' in first ? difference(outcome.order, first.order) : undefined
    if (parted !== undefined) return `the repeat shows another order than the first answer: ${parted}`
    return this.sameEvents(outcome.events, first.outcome.events, OF_ORDERS.has(first.kind) ? request.key : undefined)
  }

  private sameEvents(told: readonly Event[], were: readonly Event[], key: string | undefined): string | undefined {
    const own = were.filter((event) => 'request' in event && event.request === key)
    const expected = key === undefined ? were.slice(-1) : own
    const parted = difference(told, expected)
    // A repeat that came while the first was on its way gets all of its answer.
    const isWhole = parted !== undefined && difference(told, were) === undefined
    return parted === undefined || isWhole
      ? undefined
      : `the repeat is told something else than the first time: ${parted}`
  }
}

const contents = new WeakMap<SentRequest, string>()

function contentOf(request: SentRequest): string {
  const known = contents.get(request)
  if (known !== undefined) return known
  const content = Buffer.from(sha256(Buffer.from(request.content))).toString('hex')
  contents.set(request, content)
  return content
}
