import type { FastifyInstance } from 'fastify'
import type { WebPages } from '#server/http/pages.ts'

const privateAreas = [
  '/console',
  '/operator',
  '/create-instance',
  '/already-instance',
  '/recharge',
  '/phone-login',
  '/phone-register',
  '/sandbox',
  '/unsubscribe',
  '/api',
  // a crawler that runs scripts in an old browser would find every page replaced
  '/browser-floor.js',
  '/old-browser.html',
]

/** Serves `robots.txt` and `sitemap.xml`, which lists every public page that is currently visible. */
export function crawlerRoutes(app: FastifyInstance, pages: WebPages, origin: string): void {
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        ['User-agent: *', ...privateAreas.map((area) => `Disallow: ${area}`), `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'),
      ),
  )
  app.get('/sitemap.xml', async (_, reply) => {
    const urls = (await pages.paths()).map((path) => `<url><loc>${origin}${encodeURI(path)}</loc></url>`)
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
    return reply.type('application/xml; charset=utf-8').send(xml)
  })
}
