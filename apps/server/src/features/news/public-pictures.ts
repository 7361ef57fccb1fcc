/**
 * Pictures of articles for visitors, in memory while a published article names them. The store is asked again whether
 * one does after each change by staff, and as soon as the moment of publication or the end may have come.
 */
import { PublicFiles } from '../../services/public-files/index.ts'
import type { Context } from './context.ts'
import { NEWS_REMEMBERED_MS } from './customer.ts'
import { OPERATOR } from './news.ts'
import { isPublishedPicture } from './queries.ts'

/** A picture belongs to one article for its whole life. `generation` and `at`: when the store was asked about it. */
type Kept = { readonly bytes: Buffer; readonly article: number; readonly generation: number; readonly at: number }

export class PublicPictures {
  readonly #context: Context
  readonly #files = new PublicFiles<Kept>()

  constructor(context: Context) {
    this.#context = context
  }

  /** The JPEG, without a question to the store; `undefined`: it must be asked. */
  known(picture: string): Buffer | undefined {
    const { news, runtime } = this.#context
    const kept = this.#files.find(picture)
    if (kept === undefined || kept.generation !== news.generation()) return undefined
    const age = runtime.now() - kept.at
    // A clock that was set back must not keep a picture published.
    return age >= 0 && age < NEWS_REMEMBERED_MS ? kept.bytes : undefined
  }

  /** True if only its article must be looked at. */
  isKept(picture: string): boolean {
    return this.#files.find(picture) !== undefined
  }

  /** `undefined`: no published article names it. `lost`: its file is missing. */
  async seen(picture: string): Promise<Buffer | 'lost' | undefined> {
    const known = this.known(picture)
    if (known !== undefined) return known
    const kept = this.#files.find(picture)
    return kept === undefined ? this.#read(picture) : this.#lookAgain(picture, kept)
  }

  async #lookAgain(picture: string, { bytes, article }: Kept): Promise<Buffer | undefined> {
    const asked = this.#asked()
    if (await this.#isPublished(article, picture)) {
      this.#files.renew(picture, { bytes, article, ...asked })
      return bytes
    }
    this.#files.forget(picture)
    return undefined
  }

  async #read(picture: string): Promise<Buffer | 'lost' | undefined> {
    const asked = this.#asked()
    let article = 0
    const seen = await this.#context.files.open({
      file: picture,
      owner: OPERATOR,
      may: async (usedFor) => {
        article = Number(/^news:(\d{1,10})$/.exec(usedFor ?? '')?.[1] ?? 0)
        if (article === 0 || !(await this.#isPublished(article, picture))) return false
        await this.#files.untilFree()
        return true
      },
    })
    if (!(seen instanceof Uint8Array)) return seen
    const bytes = Buffer.from(seen.buffer, seen.byteOffset, seen.byteLength)
    this.#files.add(picture, { bytes, article, ...asked })
    return bytes
  }

  /** Before the question, so that a change during it is not missed. */
  #asked(): Pick<Kept, 'generation' | 'at'> {
    return { generation: this.#context.news.generation(), at: this.#context.runtime.now() }
  }

  #isPublished(id: number, picture: string): Promise<boolean> {
    const { store, news, runtime } = this.#context
    return isPublishedPicture({ db: store.db, shown: news.shown }, { id, picture, now: runtime.now() })
  }
}
