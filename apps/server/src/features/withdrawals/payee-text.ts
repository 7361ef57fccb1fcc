/** How a payee stands in a mail: enough to know it, not the whole account. */
export function payeeText(payee: { readonly type: 1 | 2; readonly account: string; readonly bankName: string }): string {
  const { type, account, bankName } = payee
  const short = `${account.slice(0, 4)}…${account.slice(-4)}`
  return type === 1 ? short : `${bankName} ${short}`
}
