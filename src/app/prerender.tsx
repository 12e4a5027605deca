import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Root } from './Root.tsx'
import { redirects } from './redirects.ts'
import { preloadSitePage, SiteRoutes } from './SiteRoutes.tsx'

export { prerenderedPages } from './prerendered-pages.ts'

// imported dynamically, as in the app, so that the bundler does not warn about mixed imports
const { siteSubpages } = await import('./site-pages.tsx')

/** Public addresses as route patterns, except articles: each existing article is a prerendered page of its own. */
export const siteAddresses: readonly string[] = [
  ...siteSubpages.map(({ path }) => path),
  ...redirects.map(({ from }) => from),
].filter((path) => path !== '*' && path !== paths.helpArticlePattern)

/** Renders a page as a visitor sees it before any data is loaded (no session, no stock). Runs at build time only. */
export async function renderPage(path: string): Promise<string> {
  await preloadSitePage(path)
  const failures: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={path}>
      <Root>
        <SiteRoutes />
      </Root>
    </StaticRouter>,
    {
      // a part streamed later would need an inline script, which the content security policy forbids
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  )
  let html = ''
  for await (const chunk of prelude) html += chunk
  if (failures.length > 0) throw new Error(`${path} could not be written`, { cause: failures[0] })
  return html
}
