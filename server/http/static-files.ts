import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { WebPages } from '#server/http/pages.ts'
import { callPathPattern } from '#server/http/traffic.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** The sandbox services each page needs. */
const sandboxPages: [RegExp, (keyof Deps['sandbox'])[]][] = [
  [/^\/sandbox\/cashier(\/|$)/, ['payment']],
  [/^\/sandbox\/wechat(\/|$)/, ['wechat']],
  [/^\/sandbox(\/|$)/, ['sms', 'mail']],
]

function isPageEnabled(path: string, played: Deps['sandbox']): boolean {
  const page = sandboxPages.find(([pattern]) => pattern.test(path))
  return page === undefined || page[1].some((part) => played[part] !== undefined)
}

const assetPathPattern = /^\/assets\//
const fileNamePattern = /\.\w{1,8}$/

/** Returns whether an Accept header allows HTML, by its most specific range (RFC 9110 §12.5.1); without a header, true. */
function acceptsHtml(accept = ''): boolean {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([type]) => type)
  if (ranges.length === 0) return true
  const nearest = ['text/html', 'text/*', '*/*'].map((type) => ranges.find(([one]) => one === type)).find(Boolean)
  return nearest !== undefined && !nearest.some((part) => /^q=0(\.0*)?$/.test(part))
}

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Returns whether a request is for a page: browsers opening a page name HTML; any other Accept on a file name asks for the file.
 */
function isPageRequest(request: FastifyRequest): boolean {
  const { accept } = request.headers
  const [path = ''] = request.url.split('?', 1)
  if (!isReading(request) || callPathPattern.test(path) || assetPathPattern.test(path)) return false
  return acceptsHtml(accept) && (!fileNamePattern.test(path) || /text\/html/i.test(accept ?? ''))
}

/** Lists the files below a folder by their path in an address, without hidden ones. */
const listFilePaths = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
      .filter((path) => !path.includes('/.')),
  )

/**
 * Serves the built web app in `root`: hashed files are cached forever; every path that is not a file returns a page. The files are
 * looked up in a set, as a route for each would cost half a second at the start.
 */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
  pages: WebPages | undefined,
  played: Deps['sandbox'],
): Promise<void> {
  const files = pages ? listFilePaths(join(root, 'web')) : new Set()
  if (pages) {
    await app.register(fastifyStatic, {
      root: join(root, 'web'),
      serve: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // Redirects on the server, so that the first visit paints the prerendered /home page (requirements §2).
    app.get('/', (request, reply) => reply.redirect(`/home${new URL(request.url, 'http://page').search}`))
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (isReading(request) && files.has(path)) return reply.sendFile(path)
    if (!callPathPattern.test(request.url)) void reply.header('vary', 'accept')
    if (!pages || !isPageRequest(request)) throw new Refusal('not_found')
    // Unknown paths and disabled sandbox pages show a page that leads home (requirements §2); the 404 status is for crawlers.
    const found = isPageEnabled(path, played) && (await pages.has(path))
    return pages.send(request, found ? reply : reply.code(404))
  })
}
