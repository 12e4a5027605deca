import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { WebPages } from '#server/http/pages.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Which page plays what. */
const sandboxPages: [RegExp, (keyof Deps['sandbox'])[]][] = [
  [/^\/sandbox\/cashier(\/|$)/, ['payment']],
  [/^\/sandbox\/wechat(\/|$)/, ['wechat']],
  [/^\/sandbox(\/|$)/, ['sms', 'mail']],
]

function isPageEnabled(path: string, played: Deps['sandbox']): boolean {
  const page = sandboxPages.find(([pattern]) => pattern.test(path))
  return page === undefined || page[1].some((part) => played[part] !== undefined)
}

/** Addresses that are calls, never pages. */
export const callPathPattern = /^\/(api|sse|ws|tus|v1)(\/|$)/
const assetPathPattern = /^\/assets\//
const fileNamePattern = /\.\w{1,8}$/

/** Whether an Accept header takes HTML, by its most exact range (RFC 9110 §12.5.1); one that is not there takes anything. */
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

/** A browser that opens an address names HTML; what asks for anything at all of the name of a file is after that file. */
function isPageRequest({ method, url, headers: { accept } }: FastifyRequest): boolean {
  const [path = ''] = url.split('?', 1)
  if ((method !== 'GET' && method !== 'HEAD') || callPathPattern.test(path) || assetPathPattern.test(path)) return false
  return acceptsHtml(accept) && (!fileNamePattern.test(path) || /text\/html/i.test(accept ?? ''))
}

/** Serves the built web in `root`: hashed files for ever, and a page for every address that is not a file. */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
  pages: WebPages | undefined,
  played: Deps['sandbox'],
): Promise<void> {
  if (pages) {
    await app.register(fastifyStatic, {
      root: join(root, 'web'),
      preCompressed: true,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // Said by the server, so that a first visit paints the page written for /home (requirements §2).
    app.get('/', (request, reply) => reply.redirect(`/home${new URL(request.url, 'http://page').search}`))
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!callPathPattern.test(request.url)) void reply.header('vary', 'accept')
    if (!pages || !isPageRequest(request)) throw new Refusal('not_found')
    // The page of an unknown address leads home (requirements §2), as that of what is not played; a crawler is told that nothing is there.
    const [path = ''] = request.url.split('?', 1)
    const found = isPageEnabled(path, played) && (await pages.has(path))
    return pages.send(request, found ? reply : reply.code(404))
  })
}
