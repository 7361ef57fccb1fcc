/**
 * What is counted as it happens, for /metrics: orders, refusals, calls, messages. Each server has a registry of its own. Every label
 * has a bounded set of values that the code names (routes, reasons, kinds), never an address, a number of a person or a text that came
 * from outside.
 */
import type { Event } from '@veritick/engine'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Core } from '../core/index.ts'
import { refusalOf } from '../http/index.ts'

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

/** Seconds; a call that takes longer than the last one was cut off or hung. */
const DURATION_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10]
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function openCounts(): Counts {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `veritick_${name}`, help, labelNames, registers })

  const requests = counter('http_requests_total', 'Calls that were answered, by route template and HTTP status', [
    'port',
    'method',
    'route',
    'status',
  ])
  const seconds = new Histogram({
    name: 'veritick_http_request_duration_seconds',
    help: 'How long calls took',
    labelNames: ['port'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const refusedCalls = counter('http_refusals_total', 'Calls that were refused before the engine, by reason', [
    'port',
    'reason',
  ])
  const refusedCommands = counter('commands_refused_total', 'Commands that the engine refused, by reason', [
    'command',
    'reason',
  ])
  const orders = counter('order_events_total', 'Orders placed, opened, closed, cancelled', ['event', 'reason'])
  const stopOuts = counter(
    'stop_outs_total',
    'Accounts whose positions were closed because the margin level fell to its limit',
    [],
  )
  const marginNotices = counter('margin_notices_total', 'Margin notices to customers', [])
  const protectedTotal = counter('balance_protections_total', 'Negative balances that the operator paid up to zero', [])
  const mismatches = counter('answer_mismatches_total', 'Checked answers that differ from the schema of their call', [
    'call',
  ])
  const messages = counter('messages_total', 'Mails and short messages, by outcome of each attempt', [
    'channel',
    'outcome',
  ])

  const event = (each: Event): void => {
    switch (each.kind) {
      case 'order_placed':
      case 'order_opened':
        orders.inc({ event: each.kind.slice('order_'.length), reason: '' })
        break
      case 'order_closed':
      case 'order_cancelled':
        orders.inc({ event: each.kind.slice('order_'.length), reason: each.reason })
        break
      case 'stopped_out':
        stopOuts.inc()
        break
      case 'margin_notice':
        marginNotices.inc()
        break
      case 'balance_protected':
        protectedTotal.inc()
        break
      default:
        break
    }
  }

  return {
    registry,
    watchCalls: (app, port) => {
      app.addHook('onResponse', async (request, reply) => {
        const method = METHODS.has(request.method) ? request.method : 'other'
        requests.inc({ port, method, route: routeOf(request), status: reply.statusCode })
        seconds.observe({ port }, reply.elapsedTime / 1000)
        const reason = refusalOf(reply)
        if (reason !== undefined) refusedCalls.inc({ port, reason })
      })
    },
    watchCore: (core) => {
      core.onPublished(({ events }) => {
        for (const each of events) event(each)
      })
      return {
        ...core,
        submit: async (call) => {
          const submitted = await core.submit(call)
          const { outcome, repeated } = submitted
          if (!outcome.ok && !repeated) refusedCommands.inc({ command: call.command.kind, reason: outcome.reason })
          return submitted
        },
      }
    },
    message: (channel, outcome) => messages.inc({ channel, outcome }),
    answerMismatch: (call) => mismatches.inc({ call }),
  }
}

/** The template, such as `/api/files/:file`; addresses that no route has count as one. */
function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
}
