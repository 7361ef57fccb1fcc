/**
 * Counts by text until /metrics is read: a counter of prom-client sorts and checks its labels at each increment, which
 * costs more than what is counted. The labels of a text are made once.
 */
export class Tally<Labels> {
  readonly #counts = new Map<string, { readonly labels: Labels; count: number }>()

  /** `name`: the same text for the same labels only. */
  add(name: string, labelsOf: () => Labels): void {
    const known = this.#counts.get(name)
    if (known === undefined) this.#counts.set(name, { labels: labelsOf(), count: 1 })
    else known.count += 1
  }

  /** Returns the counts since the last call. */
  take(give: (labels: Labels, count: number) => void): void {
    for (const { labels, count } of this.#counts.values()) give(labels, count)
    this.#counts.clear()
  }
}
