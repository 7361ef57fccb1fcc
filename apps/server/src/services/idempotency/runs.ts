/**
 * Requests that are in progress in this process: the same request waits for the same result instead of running beside
 * it.
 */
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
