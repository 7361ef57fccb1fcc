/**
 * Counters for /metrics: orders, refusals, calls, messages. Each server has its own registry. The code names every
 * value of a label (routes, reasons, kinds). No label holds an address, the number of a customer or a text from a
 * client.
 */
import type { Event } from '@veritick/engine'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Core } from '../core/index.ts'
import { refusalOf } from '../http/index.ts'
import { Tally } from './tally.ts'

export type MessageOutcome = 'sent' | 'failed' | 'given_up'

export type Counts = {
  readonly registry: Registry
  /** Counts the calls of one of the two ports. */
  watchCalls(app: FastifyInstance, port: 'app' | 'office'): void
  /** The same core, whose refusals and events are counted. */
  watchCore(core: Core): Core
  message(channel: string, outcome: MessageOutcome): void
  /** An answer that differs from the schema of its call. */
  answerMismatch(call: string): void
}

/** Seconds; a call that takes longer than the last one was cut off or is stuck. */
const DURATION_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10]
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * The metrics that Node has of its own process, shared by all servers that a process opens. prom-client cannot stop
 * their observers: with a set for each server, the process would keep every closed server in memory.
 */
let ofProcess: Registry | undefined
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

export function openCounts(): Counts {
  const registry = Registry.merge([processMetrics()])
  const calls = callCounters(registry)
  const engine = engineCounters(registry)
  const messages = counter(registry, {
    name: 'messages_total',
    help: 'Mails and text messages, by outcome of each attempt',
    labelNames: ['channel', 'outcome'],
  })
  const mismatches = counter(registry, {
    name: 'answer_mismatches_total',
    help: 'Checked answers that differ from the schema of their call',
    labelNames: ['call'],
  })
  return {
    registry,
    watchCalls: (app, port) => {
      app.addHook('onResponse', (request, reply, done) => {
        const method = METHODS.has(request.method) ? request.method : 'other'
        const [route, status] = [routeOf(request), reply.statusCode]
        calls.requests.add(`${port} ${method} ${route} ${status}`, () => ({ port, method, route, status }))
        calls.seconds.observe({ port }, reply.elapsedTime / 1000)
        const reason = refusalOf(reply)
        if (reason !== undefined) calls.refused.inc({ port, reason })
        done()
      })
    },
    watchCore: (core) => {
      core.onPublished(({ events }) => {
        for (const event of events) countEvent(engine, event)
      })
      return {
        ...core,
        submit: (call) =>
          core.submit(call).then((submitted) => {
            const { outcome, repeated } = submitted
            if (!outcome.ok && !repeated) engine.refused.inc({ command: call.command.kind, reason: outcome.reason })
            return submitted
          }),
      }
    },
    message: (channel, outcome) => messages.inc({ channel, outcome }),
    answerMismatch: (call) => mismatches.inc({ call }),
  }
}

function counter<Label extends string = never>(
  registry: Registry,
  metric: { readonly name: string; readonly help: string; readonly labelNames?: readonly Label[] },
  tally?: Tally<Partial<Record<Label, string | number>>>,
): Counter<Label> {
  const { name, help, labelNames = [] } = metric
  const common = { name: `veritick_${name}`, help, labelNames, registers: [registry] }
  if (tally === undefined) return new Counter(common)
  return new Counter({
    ...common,
    collect() {
      tally.take((labels, count) => this.inc(labels, count))
    },
  })
}

/** A counter of what happens many times between two reads of /metrics. */
function tallied<Label extends string>(
  registry: Registry,
  metric: { readonly name: string; readonly help: string; readonly labelNames: readonly Label[] },
): Tally<Partial<Record<Label, string | number>>> {
  const tally = new Tally<Partial<Record<Label, string | number>>>()
  counter(registry, metric, tally)
  return tally
}

function callCounters(registry: Registry) {
  return {
    requests: tallied(registry, {
      name: 'http_requests_total',
      help: 'Calls that were answered, by route template and HTTP status',
      labelNames: ['port', 'method', 'route', 'status'],
    }),
    seconds: new Histogram({
      name: 'veritick_http_request_duration_seconds',
      help: 'How long calls took',
      labelNames: ['port'],
      buckets: DURATION_BUCKETS,
      registers: [registry],
    }),
    refused: counter(registry, {
      name: 'http_refusals_total',
      help: 'Calls that were refused, by the engine too, by reason',
      labelNames: ['port', 'reason'],
    }),
  }
}

function engineCounters(registry: Registry) {
  return {
    refused: counter(registry, {
      name: 'commands_refused_total',
      help: 'Commands that the core or its engine refused, by reason',
      labelNames: ['command', 'reason'],
    }),
    orders: tallied(registry, {
      name: 'order_events_total',
      help: 'Orders placed, opened, closed, cancelled',
      labelNames: ['event', 'reason'],
    }),
    stopOuts: counter(registry, {
      name: 'stop_outs_total',
      help: 'Accounts whose positions were closed because the margin level fell to its limit',
    }),
    marginNotices: counter(registry, { name: 'margin_notices_total', help: 'Margin notices to customers' }),
    balanceProtections: counter(registry, {
      name: 'balance_protections_total',
      help: 'Negative balances that the operator paid up to zero',
    }),
  }
}

function countEvent(engine: ReturnType<typeof engineCounters>, event: Event): void {
  switch (event.kind) {
    case 'order_placed':
    case 'order_opened':
      engine.orders.add(event.kind, () => ({ event: event.kind.slice('order_'.length), reason: '' }))
      break
    case 'order_closed':
    case 'order_cancelled':
      engine.orders.add(`${event.kind} ${event.reason}`, () => ({
        event: event.kind.slice('order_'.length),
        reason: event.reason,
      }))
      break
    case 'stopped_out':
      engine.stopOuts.inc()
      break
    case 'margin_notice':
      engine.marginNotices.inc()
      break
    case 'balance_protected':
      engine.balanceProtections.inc()
      break
    default:
      break
  }
}

/** The template, such as `/api/files/:file`; addresses that no route has count as one. */
function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
}
