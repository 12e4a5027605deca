import { type ComponentType, createElement, type FC, lazy, useState } from 'react'

const chunk_timeout_ms = 120_000 // spec §8

/** The page's code did not arrive. */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

const inTime = <T>(loading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new ChunkError('page code did not load'))
    const timer = setTimeout(fail, chunk_timeout_ms)
    loading.then(resolve, fail).finally(() => clearTimeout(timer))
  })

export type LazyPage<Props> = FC<Props> & {
  /** Fetches the code; what is drawn afterwards does not suspend. */
  preload: () => Promise<void>
}

const made = new WeakMap<object, unknown>()

/** `lazy` that gives up after 120 s, can be loaded beforehand, and gives the same component for the same loader. */
export function lazyPage<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyPage<Props> {
  const known = made.get(load) as LazyPage<Props> | undefined
  if (known) return known
  let loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    const page = await inTime(load())
    loaded = page.default
    return page
  }
  const Suspending = lazy(fetch as () => Promise<{ default: ComponentType<object> }>) as ComponentType<object>
  function Page(props: Props & object) {
    const [Drawn] = useState(() => (loaded as ComponentType<object> | undefined) ?? Suspending)
    return createElement(Drawn, props)
  }
  const page = Object.assign(Page as FC<Props>, { preload: async () => void (await fetch()) })
  made.set(load, page)
  return page
}
