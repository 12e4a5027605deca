import { type ComponentType, createContext, createElement, lazy, type ReactNode, Suspense, useContext } from 'react'
import { isPlatformUp } from '#src/api/is-platform-up.ts'

const chunkTimeoutMs = 120_000 // requirements §8
/** Shorter limit for a retry: the browser may still wait for a lost request, which only a page reload ends. */
const againTimeoutMs = 30_000
const platformCheckMs = 10_000
/** How long the previous page stays visible before the outline replaces it. */
const outlineDelayMs = 1000

/** Placeholder for a page whose code loads slowly; without one the previous page stays until the code arrives. */
export const PageOutline = createContext<ReactNode>(null)

export type ChunkLoader<Props> = () => Promise<{ default: ComponentType<Props> }>

/** The code of a page or page part failed to load. */
export class ChunkError extends Error {
  override name = 'ChunkError'
  /** Loads the code again; rejects if it fails again. */
  readonly again: () => Promise<void>
  /** Makes the next render load the code again. Call it only after the failure has been rendered. */
  readonly forget: () => void

  constructor(again: () => Promise<void>, forget: () => void) {
    super('code did not load')
    this.again = again
    this.forget = forget
  }
}

/** Failed stylesheets by address. */
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
 * Loads failed stylesheets again, because Vite requests a stylesheet only once and would render the part without it. Rejects
 * only if a stylesheet in `needed` fails; other parts handle their own.
 */
const restoreStyles = (needed: ReadonlySet<string>) =>
  Promise.all(
    [...failedStyles].map((style) =>
      loadAnew(style).catch((error: unknown) => (needed.has(style[0]) ? Promise.reject(error) : null)),
    ),
  )

/**
 * Rejects if the code exceeds the time limit or the platform stops responding; a slow connection alone is fine (decision 063).
 */
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
  /** Loads the code, so that a later render does not suspend. */
  preload: () => Promise<void>
  /** Returns the component to render now: the loaded one, or one that suspends until the code arrives. */
  drawn: () => ComponentType<Props>
  /** Like `drawn`, but shows the outline after a second. */
  drawnOutlined: () => ComponentType<Props>
}

const chunks = new WeakMap<object, unknown>()

/** Returns the chunk of a loader: code that is loaded on first use and again after a failure. One loader has one chunk. */
export function getChunk<Props>(load: ChunkLoader<Props>): Chunk<Props> {
  const known = chunks.get(load) as Chunk<Props> | undefined
  if (known) return known
  let loaded: ComponentType<Props> | undefined
  /** Stylesheets that failed while this chunk was loading. */
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
    // needs its own boundary, because the surrounding one keeps the previous page
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
