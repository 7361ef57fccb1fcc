/**
 * How a payee stands in a message to its owner. Where something is decided by it, a code that is to be typed or a payee
 * that was added, it stands whole: an address that begins and ends alike is made in minutes. Elsewhere enough to know
 * it.
 */
type Named = { readonly type: 1 | 2; readonly account: string; readonly bankName: string }

export function payeeText({ type, account, bankName }: Named): string {
  const short = `${account.slice(0, 4)}…${account.slice(-4)}`
  return type === 1 ? short : `${bankName} ${short}`
}

export function payeeWhole({ type, account, bankName, bankSwift }: Named & { readonly bankSwift: string }): string {
  return type === 1 ? account : `${bankName} (${bankSwift}) ${account}`
}
