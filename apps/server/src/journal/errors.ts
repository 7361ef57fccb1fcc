/** Why the core gives no answer, for callers that do not look at a decision: both pass by asking again later. */

/**
 * The core has ended, by `stop` or by a failure. Whether the command was carried out is found out by sending the same
 * request again after the restart.
 */
export class CoreEnded extends Error {}

/** Too many answers wait for the store already (WAITING_MAX), or the store is late. */
export class CoreBusy extends Error {}

export const isCoreBusy = (error: unknown): error is CoreBusy => error instanceof CoreBusy

/** The result of `run`, or a refusal of the caller's request: it may be sent again. */
export async function unlessBusy<Value>(
  run: () => Promise<Value>,
): Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: 'busy' }> {
  try {
    return { ok: true, value: await run() }
  } catch (error) {
    if (isCoreBusy(error)) return { ok: false, reason: 'busy' }
    throw error
  }
}
