import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { communityImages, datasets } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callAsVisitor, setVisitorTransport, type VisitorTransport } from '#src/api/visitor-call.ts'
import { paths } from '#src/paths.ts'
import { type Drawing, FirstAnswersContext, formatFirstAnswers } from '#src/site/first-answers.ts'
import { setServerBrand } from '#src/ui/use-brand.ts'
import { formatPageHead } from './page-head.ts'
import { drawnPages } from './prerendered-pages.ts'
import { Root } from './Root.tsx'
import { redirects } from './redirects.ts'
import { preloadSitePage, SiteRoutes } from './SiteRoutes.tsx'

export { formatPageHead } from './page-head.ts'
export { drawnPages, prerenderedPages } from './prerendered-pages.ts'

// imported dynamically, as in the app, so that the bundler does not warn about mixed imports
const { siteSubpages } = await import('./site-pages.tsx')

/** Public addresses as route patterns, except articles: each existing article is a prerendered page of its own. */
export const siteAddresses: readonly string[] = [
  ...siteSubpages.map(({ path }) => path),
  ...redirects.map(({ from }) => from),
].filter((path) => path !== '*' && path !== paths.helpArticlePattern)

async function renderToText(page: ReactNode, address: string, signal?: AbortSignal): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerenderToNodeStream(page, {
    // a part streamed later would need an inline script, which the content security policy forbids
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
    ...(signal && { signal }),
  })
  let html = ''
  for await (const chunk of prelude) html += chunk
  if (failures.length > 0) throw new Error(`${address} could not be written`, { cause: failures[0] })
  return html
}

const buildPage = (address: string) => (
  <StaticRouter location={address}>
    <Root>
      <SiteRoutes />
    </Root>
  </StaticRouter>
)

/** Renders a page as a visitor sees it before any data is loaded (no session, no stock). Runs at build time only. */
export async function renderPage(path: string): Promise<string> {
  await preloadSitePage(path)
  return renderToText(buildPage(path), path)
}

interface DrawnSite {
  brand: string
  origin: string
  answer: VisitorTransport
}

interface AskedPage {
  path: string
  search: string
  now: Date
  signal: AbortSignal
}

const listedPagesMax = 10

/** Lists the addresses of the newest entries of the community, for the sitemap. Runs in the server, after `createDrawing`. */
export async function listEntryAddresses(): Promise<string[]> {
  const addresses: string[] = []
  for (const [{ list }, addressOf] of [
    [communityImages, paths.communityImage],
    [datasets, paths.communityDataSet],
  ] as const) {
    for (let page = 1; page <= listedPagesMax; page += 1) {
      const query = { page, page_size: limits.pageSizeMax, sort: 'published_at', order: 'desc' } as const
      const { data, total } = await callAsVisitor(list, { query })
      addresses.push(...(data as { id: string }[]).map(({ id }) => addressOf(id)))
      if (page * limits.pageSizeMax >= total) break
    }
  }
  return addresses
}

const isGone = (error: unknown) => isApiError(error) && error.code === resultCodes.not_found.code

/**
 * Returns what draws a page of `drawnPages` as a visitor sees it once its data has loaded; null if there is no such entry. Runs in
 * the server.
 */
export function createDrawing({ brand, origin, answer }: DrawnSite) {
  setServerBrand(brand)
  setVisitorTransport(answer)
  return async ({ path, search, now, signal }: AskedPage) => {
    const page = drawnPages.find((one) => one.path === path)
    if (!page) return null
    let { title, description } = page
    let gone = false
    const asked = new Map<string, Promise<unknown>>()
    const answers: Record<string, unknown> = {}
    const drawing: Drawing = {
      search,
      answers,
      isFresh: () => true,
      load: <T,>(question: string, ask: (signal: AbortSignal) => Promise<T>) => {
        const known = asked.get(question) as Promise<T> | undefined
        if (known) return known
        const loading = ask(signal).then(
          (data) => {
            answers[question] = data
            return data
          },
          (error: unknown) => {
            gone ||= isGone(error)
            throw error
          },
        )
        asked.set(question, loading)
        return loading
      },
      describe: (said) => {
        title = said.title
        description = said.description || page.description
      },
    }
    await preloadSitePage(path)
    try {
      const html = await renderToText(
        <FirstAnswersContext value={drawing}>{buildPage(path + search)}</FirstAnswersContext>,
        path + search,
        signal,
      )
      if (asked.size === 0) return null // the address names no entry
      return {
        html,
        head: formatPageHead({ address: path + search, title, description, brand, origin }),
        data: formatFirstAnswers({ search, answers, drawn_at: now.getTime() }),
      }
    } catch (error) {
      if (gone) return null
      throw error
    }
  }
}
