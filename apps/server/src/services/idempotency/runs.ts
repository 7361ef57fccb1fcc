/**
 * Requests that are in progress in this process: the same request waits for the same result instead of running beside
 * it.
 */
import { type Once, type Refusal, refuse } from '../../calls/index.ts'

type Run<Result> = { readonly content: string; readonly result: Promise<Result> }

export class Runs<Result> {
  readonly #inProgress = new Map<string, Run<Result>>()

  /** `undefined`: no request with this key is in progress. `mismatch`: one with another content is. */
  of({ key, content }: { readonly key: string; readonly content: string }): Promise<Result> | 'mismatch' | undefined {
    const run = this.#inProgress.get(key)
    if (run === undefined) return undefined
    return run.content === content ? run.result : 'mismatch'
  }

  begin(
    { key, content }: { readonly key: string; readonly content: string },
    result: Promise<Result>,
  ): Promise<Result> {
    this.#inProgress.set(key, { content, result })
    return result.finally(() => this.#inProgress.delete(key))
  }
}

type Marked<Row> = { readonly ok: true; readonly value: { readonly row: Row; readonly repeated: boolean } } | Refusal

/**
 * For a request that makes a record and uses up a one-time code. The code is used up before the record is made, so a
 * repeat that ran beside the first request would find neither. It waits for the first answer instead, a refusal too.
 */
export function oneRunEachRequest<Row>(): (once: Once, work: () => Promise<Marked<Row>>) => Promise<Marked<Row>> {
  const runs = new Runs<Marked<Row>>()
  return async (once, work) => {
    const running = runs.of(once)
    if (running === 'mismatch') return refuse('idempotency_mismatch')
    if (running === undefined) return runs.begin(once, work())
    const first = await running
    return first.ok ? { ...first, value: { ...first.value, repeated: true } } : first
  }
}
