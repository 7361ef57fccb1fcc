/**
 * Messages as text and as bytes. A message of a public topic is the same for every socket, so its bytes are made once
 * and written to each of them: `ws` would encode and frame the text again for every socket.
 */

/** One message of a topic. */
export type TopicText = {
  readonly topic: string
  readonly seq: number
  /** The first number that it stands for, where it replaces messages that were not sent. */
  readonly from?: number | undefined
  readonly isSnapshot?: boolean | undefined
  /** JSON. */
  readonly data: string
}

export function topicText({ topic, seq, from, isSnapshot, data }: TopicText): string {
  const first = from === undefined || from === seq ? '' : `"from":${from},`
  return `{"type":"${topic}","seq":${seq},${first}${isSnapshot === true ? '"snapshot":true,' : ''}"data":${data}}`
}

/** A message of a public topic. A newer one of the same slot replaces it for a slow reader. */
export type SharedMessage = {
  readonly slot: string
  readonly seq: number
  readonly data: string
  /** The instrument's code where the topic can be narrowed to some instruments. */
  readonly symbol: string | undefined
}

/** Messages of one public topic that leave together, with their bytes. */
export class Turn {
  readonly topic: string
  readonly messages: readonly SharedMessage[]
  /** The first and the last of their numbers. */
  readonly first: number
  readonly last: number
  readonly #isSnapshot: boolean
  #frames: readonly Buffer[] | undefined
  #plain: Buffer | undefined
  #list: Buffer | undefined

  /** `messages`: at least one, their numbers rising; those of a snapshot all have the number that it stands at. */
  constructor(topic: string, messages: readonly SharedMessage[], isSnapshot = false) {
    this.topic = topic
    this.messages = messages
    this.first = messages.at(0)?.seq ?? 0
    this.last = messages.at(-1)?.seq ?? 0
    this.#isSnapshot = isSnapshot
  }

  /** A frame for each message, one after the other. */
  get plain(): Buffer {
    this.#plain ??= Buffer.concat(this.frames)
    return this.#plain
  }

  /** One frame with a list of all messages, for a client that asked for `batch`. */
  get list(): Buffer {
    this.#list ??= textFrame(`[${this.#texts().join(',')}]`)
    return this.#list
  }

  /** The frame of each message. */
  get frames(): readonly Buffer[] {
    this.#frames ??= this.#texts().map(textFrame)
    return this.#frames
  }

  #texts(): string[] {
    const { topic } = this
    return this.messages.map(({ seq, data }) => topicText({ topic, seq, isSnapshot: this.#isSnapshot, data }))
  }
}

/** A whole text message that is not masked, as servers send it: RFC 6455, section 5.2. */
const TEXT_FINAL = 0x81
const LENGTH_16_BIT = 126
const LENGTH_64_BIT = 127

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < LENGTH_16_BIT ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = TEXT_FINAL
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = LENGTH_16_BIT
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_64_BIT
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}
