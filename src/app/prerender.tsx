import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Root } from './Root.tsx'
import { redirects } from './redirects.ts'
import { preloadSitePage, SiteRoutes } from './SiteRoutes.tsx'

export { prerenderedPages } from './prerendered-pages.ts'

// as the app loads them, so that the bundler need not warn of two ways
const { siteSubpages: sitePages } = await import('./site-pages.tsx')

/** The public addresses as the router matches them, but for articles: each of those that exist is a written page. */
export const siteAddresses: readonly string[] = [
  ...sitePages.map(({ path }) => path),
  ...redirects.map(({ from }) => from),
].filter((path) => path !== '*' && path !== paths.helpArticlePattern)

/** A page as a visitor sees it before anything is known: no session, no stock. Runs at build time only. */
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
      // a part that came later in the document would need an inline script, which the content security policy forbids
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  )
  let html = ''
  for await (const chunk of prelude) html += chunk
  if (failures.length > 0) throw new Error(`${path} could not be written`, { cause: failures[0] })
  return html
}
