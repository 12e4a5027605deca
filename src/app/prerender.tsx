import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { Root } from './Root.tsx'
import { preloadSitePage, SiteRoutes } from './SiteRoutes.tsx'

export { written_pages } from './written-pages.ts'

/** A page as a visitor sees it before anything is known: no session, no stock. Runs at build time only. */
export async function writePage(path: string): Promise<string> {
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
