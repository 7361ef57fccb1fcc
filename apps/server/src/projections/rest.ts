/**
 * A pause that ends early when it is woken. Between two steps of the projector it lets events gather, so that a server
 * under load writes each account's totals once for many orders.
 */
export class Rest {
  #wake: (() => void) | undefined

  /** Resolves after `duration` milliseconds, or when `wake` is called. */
  async take(duration: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      timer = setTimeout(resolve, duration)
    })
    clearTimeout(timer)
    this.#wake = undefined
  }

  wake(): void {
    this.#wake?.()
  }
}
