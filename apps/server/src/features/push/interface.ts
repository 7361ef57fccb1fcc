/** The interface of push for the rest of the server. */
export type Push = {
  /** For browsers; `undefined`: the operator has turned web push off. */
  readonly publicKey: string | undefined
  /** Sends what is due and resolves when each message was tried. */
  flush(): Promise<void>
  stop(): Promise<void>
}
