/** An e-mail address that breaks before its @ first; left to right in every language. */
export function MailAddress({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <bdi dir="ltr" className="[overflow-wrap:anywhere]">
      {at < 0 ? address : address.slice(0, at)}
      <wbr />
      {at < 0 ? '' : address.slice(at)}
    </bdi>
  )
}
