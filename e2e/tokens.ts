/** Sessions that a journey does not need to open by hand. */
import { randomUUID } from 'node:crypto'

/** The token of a new demo account. */
export async function demoToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/user/createAccountDemoForU`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ demo_id: randomUUID() }),
  })
  const { data } = (await answer.json()) as { readonly data: { readonly token: string } | null }
  if (data === null) throw new Error('the server gave no demo account')
  return data.token
}
