import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { KeyedLimiter } from '#server/http/keyed-limiter.ts'
import { TokenBuckets } from '#server/http/traffic.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** How long others get the same page: an entry taken offline is gone from it this much later. */
const freshForMs = 10_000
const keptMax = 64
const listFreshForMs = 60_000
const addressMaxLength = 300
/** Later than this the browser gets the page undrawn and asks for itself. */
const patienceMs = 3_000

interface DrawnParts {
  head: string
  html: string
  /** The data block of what was drawn. */
  data: string
}

type DrawPage = (asked: { path: string; search: string; now: Date; signal: AbortSignal }) => Promise<DrawnParts | null>

/** What the build's `src/app/prerender.tsx` gives the server. */
interface DrawingBundle {
  createDrawing: (site: {
    brand: string
    origin: string
    /** Answers a GET of the API as to a visitor. */
    answer: (address: string) => Promise<{ status: number; body: unknown }>
  }) => DrawPage
  /** Lists the addresses of the newest entries, once `createDrawing` has been called. */
  listEntryAddresses: () => Promise<string[]>
}

interface DrawnFile {
  path: string
  file: string
  /** The parameters of the address that the page understands. */
  params: string[]
}

/** A page for everybody: no session is known here, and none is in it. */
export interface DrawnHtml {
  address: string
  html: string
}

export interface DrawnPages {
  /** Returns the page; null if it names no entry; undefined if this address or this moment has none. */
  find: (request: FastifyRequest) => Promise<DrawnHtml | null | undefined>
  /** Lists the addresses of what can be drawn, for the sitemap; a minute old at most. */
  listAddresses: () => Promise<string[]>
}

interface Site {
  brand: string
  origin: string
  /** Reads a page of the build, with brand and origin filled in. */
  read: (file: string) => string
}

/** Takes what a page understands out of an address, in one order; undefined if it is longer than any that a page makes. */
function toDrawnAddress(url: string, { path, params }: DrawnFile): { address: string; search: string } | undefined {
  const asked = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length))
  const known = new URLSearchParams(
    params.flatMap((name) => {
      const value = asked.get(name)
      return value ? [[name, value]] : []
    }),
  ).toString()
  const search = known && `?${known}`
  return search.length > addressMaxLength ? undefined : { address: path + search, search }
}

/**
 * Draws public pages whose first screen is data, with the components of the web and the answers of the API to a visitor, so that
 * neither exists twice. Each page is kept for some seconds. Under load, after an error and without a build the page is sent
 * undrawn, as the browser can do the same.
 */
export function createDrawnPages(app: FastifyInstance, deps: Deps, root: string, { brand, origin, read }: Site): DrawnPages {
  const written = existsSync(join(root, 'drawn.json'))
    ? (JSON.parse(readFileSync(join(root, 'drawn.json'), 'utf8')) as DrawnFile[])
    : []
  const files = new Map(written.map((page) => [page.path, page]))
  const kept = new Map<string, { at: number; page: DrawnHtml | null }>()
  const flights = new Map<string, Promise<DrawnHtml | null>>()
  const visitors = new TokenBuckets(deps.config.traffic.network_rps)
  const line = new KeyedLimiter({ at_once: 2, waiting: 20 })
  const now = () => deps.clock.now().getTime()

  const answer = async (url: string) => {
    const { statusCode: status, payload } = await app.inject({ url, headers: { accept: 'application/json' } })
    return { status, body: JSON.parse(payload) as unknown }
  }
  let loading: Promise<DrawingBundle & { drawPage: DrawPage }> | undefined
  // with the first page that is drawn: a server that draws none does without its memory
  const load = () => {
    loading ??= (import(pathToFileURL(join(root, '../prerender/prerender.mjs')).href) as Promise<DrawingBundle>).then(
      (bundle) => ({ ...bundle, drawPage: bundle.createDrawing({ brand, origin, answer }) }),
    )
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const templates = new Map<string, string[]>()
  const fill = (file: string, { head, html, data }: DrawnParts) => {
    const around = templates.get(file) ?? read(file).split(/<!--(?:head|drawn|data)-->/)
    templates.set(file, around)
    const [start = '', middle = '', beforeData = '', end = ''] = around
    return [start, head, middle, html, beforeData, data, end].join('')
  }

  async function draw({ path, file }: DrawnFile, address: string, search: string): Promise<DrawnHtml | null> {
    const { drawPage } = await load()
    const signal = AbortSignal.timeout(patienceMs)
    const parts = await drawPage({ path, search, now: deps.clock.now(), signal })
    return parts && { address, html: fill(file, parts) }
  }

  const keep = (address: string, page: DrawnHtml | null) => {
    kept.delete(address)
    kept.set(address, { at: now(), page })
    for (const oldest of kept.keys()) {
      if (kept.size <= keptMax) break
      kept.delete(oldest)
    }
    return page
  }

  let listed: { at: number; addresses: Promise<string[]> } | undefined
  const listAddresses = async () => {
    const { listEntryAddresses } = await load()
    return listEntryAddresses()
  }

  return {
    listAddresses: async () => {
      if (files.size === 0) return []
      if (!listed || Math.abs(now() - listed.at) > listFreshForMs) listed = { at: now(), addresses: listAddresses() }
      return listed.addresses.catch((error: unknown) => {
        deps.log.error({ err: error }, 'entries are missing in the sitemap')
        listed = undefined
        return []
      })
    },
    find: async ({ url, ip, log }) => {
      const [path = ''] = url.split('?', 1)
      const page = files.get(path)
      const asked = page && toDrawnAddress(url, page)
      if (!asked) return undefined
      const { address, search } = asked
      const known = kept.get(address)
      if (known && Math.abs(now() - known.at) < freshForMs) return known.page
      try {
        let flight = flights.get(address)
        if (!flight) {
          visitors.take(toSubscriberNetwork(ip), now())
          flight = line
            .run('draw', async () => keep(address, await draw(page, address, search)))
            .finally(() => flights.delete(address))
          flights.set(address, flight)
        }
        return await flight
      } catch (error) {
        if (!(error instanceof Refusal)) log.error({ err: error, address }, 'page was not drawn')
        return undefined
      }
    },
  }
}
