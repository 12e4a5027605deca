import { type ComponentType, lazy } from 'react'

const chunk_timeout_ms = 120_000 // spec §8

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** The code of a page or of a part of it did not arrive. */
export class ChunkError extends Error {
  override name = 'ChunkError'
  /** Asks for the code once more; rejects when it does not come this time either. */
  readonly again: () => Promise<void>
  /** Has the code asked for anew when the part is drawn next. To be called once the failure has been drawn. */
  readonly forget: () => void

  constructor(again: () => Promise<void>, forget: () => void) {
    super('code did not load')
    this.again = again
    this.forget = forget
  }
}

/** By address. */
const failed_styles = new Map<string, HTMLLinkElement>()
if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed_styles.set(target.href, target)
  }
  document.addEventListener('error', note, true)
}

const loadAnew = ([href, link]: [string, HTMLLinkElement]) =>
  new Promise<void>((resolve, reject) => {
    failed_styles.delete(href)
    const copy = link.cloneNode() as HTMLLinkElement
    copy.addEventListener('load', () => resolve())
    copy.addEventListener('error', () => reject(new Error(`no style ${href}`)))
    link.replaceWith(copy)
  })

/**
 * Vite asks for a style once and never again: a part would be drawn without it. Rejects for want of those in `needed` only: what
 * another part lacks is that one's trouble.
 */
const restoreStyles = (needed: ReadonlySet<string>) =>
  Promise.all(
    [...failed_styles].map((style) =>
      loadAnew(style).catch((error: unknown) => (needed.has(style[0]) ? Promise.reject(error) : null)),
    ),
  )

const inTime = <T>(loading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('code is late')), chunk_timeout_ms)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })

export interface Chunk<Props> {
  /** Fetches the code; what is drawn afterwards does not suspend. */
  preload: () => Promise<void>
  /** What to draw now: the code if it is there, else what suspends until it is. */
  drawn: () => ComponentType<Props>
}

const chunks = new WeakMap<object, unknown>()

/** Code that is fetched when it is first needed, and again after it failed to come. One loader has one chunk. */
export function chunkOf<Props>(load: Load<Props>): Chunk<Props> {
  const known = chunks.get(load) as Chunk<Props> | undefined
  if (known) return known
  let loaded: ComponentType<Props> | undefined
  /** Styles that failed while this was fetched. */
  const lost = new Set<string>()
  const fetch = async () => {
    const before = [...failed_styles.keys()]
    try {
      const module = await inTime(restoreStyles(lost).then(load))
      loaded = module.default
      return module
    } catch {
      for (const href of failed_styles.keys()) if (!before.includes(href)) lost.add(href)
      throw new ChunkError(preload, forget)
    }
  }
  const preload = async () => void (await fetch())
  const suspending = () => lazy(fetch as Load<object>) as ComponentType<object> as ComponentType<Props>
  let waiting = suspending()
  const forget = () => {
    waiting = suspending()
  }
  const chunk = { preload, drawn: () => loaded ?? waiting }
  chunks.set(load, chunk)
  return chunk
}
