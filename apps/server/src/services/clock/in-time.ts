/** Waits no longer than a limit for work that cannot be stopped, such as that of a library in another thread. */

/** The work did not end in time. It may end later; its result is dropped then. */
export class WorkLate extends Error {}

/** The result of `work`, which says in errors what it is. Throws WorkLate after `millis`. */
export async function inTime<Result>(
  limit: { readonly millis: number; readonly work: string },
  work: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WorkLate(`${limit.work} took longer than ${limit.millis} ms`)), limit.millis)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
