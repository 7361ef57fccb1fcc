/** Sums by name; a name whose sum is zero takes no memory. */
export class Tally<Name> {
  readonly #sums = new Map<Name, number>()

  of(name: Name): number {
    return this.#sums.get(name) ?? 0
  }

  add(name: Name, amount: number): void {
    const sum = this.of(name) + amount
    if (sum === 0) this.#sums.delete(name)
    else this.#sums.set(name, sum)
  }
}
