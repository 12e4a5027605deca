import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Addresses of the console's bundle; twin of src/app/console-paths.ts. */
const consolePathPattern = /^\/(console|create-instance|already-instance|recharge|operator)(\/|$)/
/** What src/ui/theme/color-scheme.ts stores: people who chose a scheme get it with the first paint. */
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

/** JSON-LD of an address, for search engines; undefined where there is nothing to say. */
export type StructuredData = (path: string) => Promise<object | undefined>

interface PageRules {
  structured: StructuredData
  /** False for a page that is not to be shown now; its address is as good as none. */
  isShown: (path: string) => Promise<boolean>
}

export interface WebPages {
  /** Of the written pages that are shown now. */
  paths: () => Promise<string[]>
  /** Whether something stands at an address. Of the console's nothing is said: it is looked up only by who is signed in. */
  has: (path: string) => Promise<boolean>
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
/** Inside a script element only `<` could end it. */
const formatLdJson = (data: object | undefined) =>
  data === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

async function packPage(html: string): Promise<PackedPage> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }), toGzip(plain)])
  return { etag: `"${createHash('sha256').update(plain).digest('base64url')}"`, plain, br, gzip: gz }
}

/** Where programs call: the API, `/v1`, notices of payments. */
export const getApiOrigin = ({ config }: Deps): string => config.public_origin ?? `http://localhost:${config.port}`

/** Where people find the pages, which may be elsewhere. */
export const getSiteOrigin = (deps: Deps): string => deps.config.site_origin ?? getApiOrigin(deps)

/** As the router of the web matches it. */
const toPathPattern = (address: string) => new RegExp(`^${address.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`, 'i')

/**
 * The pages that the build wrote (`pages.json` in `root`; `addresses.json` has the other public ones), and the empty pages of the console and of every other address, each with brand,
 * origin, colour scheme and structured data filled in. Undefined when the web was not built.
 */
export function loadWebPages(deps: Deps, root: string, { structured, isShown }: PageRules): WebPages | undefined {
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
  const packed = new Map<string, PackedPage & { of: string }>()

  async function packedPage(path: string, scheme: string): Promise<PackedPage> {
    const known = templates.has(path) && (await isShown(path))
    const world = !known && consolePathPattern.test(path) ? ' data-world="console"' : ''
    const theme = scheme && ` data-theme="${scheme}"`
    const data = known ? formatLdJson(await structured(path)) : ''
    const key = known ? `${path} ${scheme}` : `${world} ${scheme}`
    const kept = packed.get(key)
    if (kept?.of === data) return kept
    const html = ((known && templates.get(path)) || (world ? ofConsole : empty))
      .replace('<html lang="zh-CN">', `<html lang="zh-CN"${theme}${world}>`)
      .replace('<!--structured-->', () => data)
    const made = { ...(await packPage(html)), of: data }
    packed.set(key, made)
    return made
  }

  return {
    paths: async () => {
      const shown = await Promise.all([...templates.keys()].map(async (path) => ((await isShown(path)) ? [path] : [])))
      return shown.flat()
    },
    has: async (path) => {
      if (consolePathPattern.test(path) || others.some((address) => address.test(path))) return true
      const written = [...templates.keys()].find((one) => toPathPattern(one).test(path))
      return written !== undefined && isShown(written)
    },
    send: async (request, reply) => {
      const [path = ''] = request.url.split('?', 1) // not parsed: what a client sends may be no address at all
      const scheme = schemeCookiePattern.exec(request.headers.cookie ?? '')?.[1] ?? ''
      const page = await packedPage(path, scheme)
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
