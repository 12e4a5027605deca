import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { createDrawnPages, type DrawnHtml } from '#server/http/drawn-pages.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Paths of the console bundle; must match src/app/console-paths.ts. */
const consolePathPattern = /^\/(console|create-instance|already-instance|recharge|operator)(\/|$)/
/** Cookie set by src/ui/theme/color-scheme.ts; a stored colour scheme applies from the first paint. */
const schemeCookiePattern = /(?:^|;\s*)color-scheme=(light|dark)(?:;|$)/

interface PackedPage {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

interface PageFile {
  path: string
  file: string
}

/** Returns the JSON-LD of a path for search engines; undefined if there is none. */
export type StructuredData = (path: string) => Promise<object | undefined>

interface PageRules {
  /** Answers the calls of the pages that the server draws. */
  app: FastifyInstance
  structured: StructuredData
  /** Returns false if a page is currently hidden; its path then counts as unknown. */
  isShown: (path: string) => Promise<boolean>
}

export interface WebPages {
  /** Addresses of the prerendered pages that are currently visible, and of the entries drawn when asked for. */
  paths: () => Promise<string[]>
  /** Returns whether a page exists at a path. Always true for console paths, whose content is loaded only for signed-in users. */
  has: (path: string) => Promise<boolean>
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
/** Escapes `<`, the only character that could end a script element. */
const formatLdJson = (data: object | undefined) =>
  data === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

async function packPage(html: string): Promise<PackedPage> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }), toGzip(plain)])
  return { etag: `"${createHash('sha256').update(plain).digest('base64url')}"`, plain, br, gzip: gz }
}

/** Base address for programs: the API, `/v1`, payment callbacks. */
export const getApiOrigin = ({ config }: Deps): string => config.public_origin ?? `http://localhost:${config.port}`

/** Base address of the web pages, which may differ from the API's. */
export const getSiteOrigin = (deps: Deps): string => deps.config.site_origin ?? getApiOrigin(deps)

/** Matches a path like the router of the web app. */
const toPathPattern = (address: string) => new RegExp(`^${address.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`, 'i')

/**
 * Loads the prerendered pages (`pages.json` in `root`; `addresses.json` lists the other public paths), those drawn when asked for
 * (`drawn.json`) and the empty pages for all other paths, the console's included. Fills in brand, origin, colour scheme and structured data. Returns undefined without a
 * build.
 */
export function loadWebPages(deps: Deps, root: string, { app, structured, isShown }: PageRules): WebPages | undefined {
  if (!existsSync(join(root, 'pages.json'))) return undefined
  const brand = escapeHtml(deps.config.brand)
  const origin = getSiteOrigin(deps)
  const read = (file: string) =>
    readFileSync(join(root, file), 'utf8').replaceAll('%BRAND%', brand).replaceAll('%ORIGIN%', origin)
  const written = JSON.parse(readFileSync(join(root, 'pages.json'), 'utf8')) as PageFile[]
  const templates = new Map(written.map(({ path, file }) => [path, read(file)]))
  const others = (JSON.parse(readFileSync(join(root, 'addresses.json'), 'utf8')) as string[]).map(toPathPattern)
  const empty = read('app.html')
  const ofConsole = read('console.html')
  const starts = join(root, 'console.json')
  const started = existsSync(starts) ? (JSON.parse(readFileSync(starts, 'utf8')) as PageFile[]) : []
  const consoleStarts = new Map(started.map(({ path, file }) => [path, read(file)]))
  const packed = new Map<string, PackedPage & { of: string }>()
  const drawnPages = createDrawnPages(app, deps, root, { brand: deps.config.brand, origin, read })
  const packedDrawn = new WeakMap<DrawnHtml, Map<string, Promise<PackedPage>>>()

  const packAs = (html: string, scheme: string, { world = '', data = '' } = {}) =>
    packPage(
      html
        .replace('<html lang="zh-CN">', `<html lang="zh-CN"${scheme && ` data-theme="${scheme}"`}${world}>`)
        .replace('<!--structured-->', () => data),
    )

  function packDrawn(page: DrawnHtml, scheme: string): Promise<PackedPage> {
    const bySchemes = packedDrawn.get(page) ?? new Map<string, Promise<PackedPage>>()
    packedDrawn.set(page, bySchemes)
    const made = bySchemes.get(scheme) ?? packAs(page.html, scheme)
    bySchemes.set(scheme, made)
    return made
  }

  async function packedPage(path: string, scheme: string): Promise<PackedPage> {
    const known = templates.has(path) && (await isShown(path))
    const world = !known && consolePathPattern.test(path) ? ' data-world="console"' : ''
    const data = known ? formatLdJson(await structured(path)) : ''
    const start = world && consoleStarts.get(path)
    const key = known || start ? `${path} ${scheme}` : `${world} ${scheme}`
    const kept = packed.get(key)
    if (kept?.of === data) return kept
    const html = (known && templates.get(path)) || start || (world ? ofConsole : empty)
    const made = { ...(await packAs(html, scheme, { world, data })), of: data }
    packed.set(key, made)
    return made
  }

  return {
    paths: async () => {
      const shown = await Promise.all([...templates.keys()].map(async (path) => ((await isShown(path)) ? [path] : [])))
      return [...shown.flat(), ...(await drawnPages.listAddresses())]
    },
    has: async (path) => {
      if (consolePathPattern.test(path) || others.some((address) => address.test(path))) return true
      const written = [...templates.keys()].find((one) => toPathPattern(one).test(path))
      return written !== undefined && isShown(written)
    },
    send: async (request, reply) => {
      const [path = ''] = request.url.split('?', 1) // not parsed as a URL: the client may send an invalid one
      const scheme = schemeCookiePattern.exec(request.headers.cookie ?? '')?.[1] ?? ''
      const drawn = await drawnPages.find(request)
      if (drawn === null) void reply.code(404)
      const page = await (drawn ? packDrawn(drawn, scheme) : packedPage(path, scheme))
      void reply
        .header('etag', page.etag)
        .header('cache-control', 'no-cache')
        .header('vary', 'accept, accept-encoding, cookie')
        .type('text/html; charset=utf-8')
      if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
      const accepted = request.headers['accept-encoding'] ?? ''
      for (const encoding of ['br', 'gzip'] as const) {
        if (accepted.includes(encoding)) return reply.header('content-encoding', encoding).send(page[encoding])
      }
      return reply.send(page.plain)
    },
  }
}
