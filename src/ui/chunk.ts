import { type ComponentType, createContext, createElement, lazy, type ReactNode, Suspense, useContext } from 'react'
import { isPlatformUp } from '#src/api/is-platform-up.ts'

const chunkTimeoutMs = 120_000 // requirements §8
/** Of a further try: the browser may still wait for a request that got lost, and only a reload of the page ends that. */
const againTimeoutMs = 30_000
const platformCheckMs = 10_000
/** The page before stays for so long. */
const outlineDelayMs = 1000

/** What stands for a page whose code is late; without one the page before stays until it is there. */
export const PageOutline = createContext<ReactNode>(null)

export type ChunkLoader<Props> = () => Promise<{ default: ComponentType<Props> }>

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
const failedStyles = new Map<string, HTMLLinkElement>()
if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.set(target.href, target)
  }
  document.addEventListener('error', note, true)
}

const loadAnew = ([href, link]: [string, HTMLLinkElement]) =>
  new Promise<void>((resolve, reject) => {
    failedStyles.delete(href)
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
    [...failedStyles].map((style) =>
      loadAnew(style).catch((error: unknown) => (needed.has(style[0]) ? Promise.reject(error) : null)),
    ),
  )

/** Code may take its time on a slow line, but not on one that is silent (decision 063). */
const inTime = <T>(loading: Promise<T>, limitMs: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>
  let doubt: ReturnType<typeof setInterval>
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error('code is late'))
    timer = setTimeout(fail, limitMs)
    doubt = setInterval(() => void isPlatformUp().then((up) => up || fail()), platformCheckMs)
  })
  return Promise.race([loading, late]).finally(() => {
    clearTimeout(timer)
    clearInterval(doubt)
  })
}

export interface Chunk<Props> {
  /** Fetches the code; what is drawn afterwards does not suspend. */
  preload: () => Promise<void>
  /** What to draw now: the code if it is there, else what suspends until it is. */
  drawn: () => ComponentType<Props>
  /** The same, and after a second the outline in its place. */
  drawnOutlined: () => ComponentType<Props>
}

const chunks = new WeakMap<object, unknown>()

/** Code that is fetched when it is first needed, and again after it failed to come. One loader has one chunk. */
export function getChunk<Props>(load: ChunkLoader<Props>): Chunk<Props> {
  const known = chunks.get(load) as Chunk<Props> | undefined
  if (known) return known
  let loaded: ComponentType<Props> | undefined
  /** Styles that failed while this was fetched. */
  const lost = new Set<string>()
  const bring = async (limitMs: number) => {
    const before = [...failedStyles.keys()]
    try {
      const module = await inTime(restoreStyles(lost).then(load), limitMs)
      loaded = module.default
      return module
    } catch {
      for (const href of failedStyles.keys()) if (!before.includes(href)) lost.add(href)
      throw new ChunkError(again, forget)
    }
  }
  const preload = async () => void (await bring(chunkTimeoutMs))
  const again = async () => void (await bring(againTimeoutMs))
  const suspending = () => {
    let coming: ReturnType<ChunkLoader<object>> | undefined
    const come = () => {
      coming ??= bring(chunkTimeoutMs) as ReturnType<ChunkLoader<object>>
      return coming
    }
    const Whole = lazy(come)
    // a boundary of its own, for the one around keeps the page before
    const Outlined = (props: object) =>
      createElement(Suspense, { fallback: useContext(PageOutline) }, createElement(Whole, props))
    const outline = () =>
      new Promise<{ default: typeof Outlined }>((resolve) => {
        setTimeout(resolve, outlineDelayMs, { default: Outlined })
      })
    return {
      plain: Whole as unknown as ComponentType<Props>,
      outlined: lazy<ComponentType<object>>(() => Promise.race([come(), outline()])) as unknown as ComponentType<Props>,
    }
  }
  let waiting = suspending()
  const forget = () => {
    waiting = suspending()
  }
  const chunk = { preload, drawn: () => loaded ?? waiting.plain, drawnOutlined: () => loaded ?? waiting.outlined }
  chunks.set(load, chunk)
  return chunk
}
