import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Pages } from '#server/http/pages.ts'
import { Refusal } from '#server/refusal.ts'

/** Which page plays what. */
const sandbox_pages: [RegExp, (keyof Deps['sandbox'])[]][] = [
  [/^\/sandbox\/cashier(\/|$)/, ['payment']],
  [/^\/sandbox\/wechat(\/|$)/, ['wechat']],
  [/^\/sandbox(\/|$)/, ['sms', 'mail']],
]

function isPlayed(url: string, played: Deps['sandbox']): boolean {
  const [path = ''] = url.split('?', 1)
  const page = sandbox_pages.find(([pattern]) => pattern.test(path))
  return page === undefined || page[1].some((part) => played[part] !== undefined)
}

/** Addresses that are calls, never pages. */
export const of_the_wire = /^\/(api|sse|ws)(\/|$)/

/** Serves the built web in `root`: hashed files for ever, and a page for every address that is not a file. */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
  pages: Pages | undefined,
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
    // Said by the server, so that a first visit paints the page written for /home (spec §2).
    app.get('/', (request, reply) => reply.redirect(`/home${new URL(request.url, 'http://page').search}`))
  }
  app.setNotFoundHandler((request, reply) => {
    const wants_page =
      request.method === 'GET' && !of_the_wire.test(request.url) && (request.headers.accept ?? '').includes('text/html')
    if (!pages || !wants_page) throw new Refusal('not_found')
    // The page of what is not played is none; it goes home, as every unknown address (spec §2).
    return pages.send(request, isPlayed(request.url, played) ? reply : reply.code(404))
  })
}
