import { createServer, request } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { isConsolePath } from '#src/app/console-paths.ts'
import { paths } from '#src/paths.ts'
import { median, signIn, startPlatform } from '#tests/bench/web-platform.ts'
import { launchBrowser, measureWebVitals, type WebVitals } from '#tests/bench/web-vitals.ts'

/**
 * `npm run bench:web [path…]`: a first visit on a slow phone to the built web on an empty demo server. A bare time swings with the
 * machine, so each visit to a public page follows one to the same page without scripts, and what counts is the ratio of the medians
 * of five. Pages of the console, with a session kept from before, have no such reference: their times are only said. Fails if a limit
 * is missed.
 */
const limits = { written: 1.2, drawn: 1.5, cls: 0.02 }
const visits = 5
const port = Number(process.env.PORT ?? 18_977)
const referencePort = port + 1
const origin = `http://127.0.0.1:${port}`
const referenceOrigin = `http://127.0.0.1:${referencePort}`

/** The page as the platform sends it, without scripts and with its styles inline. */
async function fetchBarePage(path: string): Promise<string> {
  const html = await (await fetch(origin + path, { headers: { accept: 'text/html' } })).text()
  const bare = html.replace(/<script\b.*?<\/script>|<link rel="modulepreload".*?>|<link rel="stylesheet"[^>]* disabled>/gs, '')
  const links = [...bare.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g)]
  const sheets = await Promise.all(links.map(async ([, href = '']) => (await fetch(origin + href)).text()))
  return links.reduce((page, [link], nth) => page.replace(link, () => `<style>${sheets[nth]}</style>`), bare)
}

/** Serves the copies under their own paths, packed as the platform packs its pages; pictures come from the platform. */
async function startReference(copies: ReadonlyMap<string, string>): Promise<() => void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
  const packed = new Map([...copies].map(([path, html]) => [path, brotliCompressSync(html, quality)]))
  const server = createServer((asked, answer) => {
    const page = packed.get(asked.url ?? '')
    if (page) {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(page)
      return
    }
    request(origin + asked.url, { headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
      .on('error', () => answer.destroy())
      .end()
  })
  await new Promise<void>((resolve) => server.listen(referencePort, '127.0.0.1', resolve))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

async function findFirstId(list: string): Promise<string> {
  const answer = (await (await fetch(`${origin}/api/v1/${list}?page_size=1`)).json()) as { data: { id: string }[] }
  const [first] = answer.data
  if (!first) throw new Error(`the demo has no ${list}`)
  return first.id
}

const listPublicPages = async (): Promise<string[]> => [
  ...[paths.home(), paths.market, paths.lgModelAio, paths.aboutUs, paths.creativeIncome, paths.help],
  ...[paths.helpArticle('quick-start'), paths.communityImages, paths.communityDataSets],
  paths.communityImage(await findFirstId('community_image/list')),
  paths.communityDataSet(await findFirstId('dataset_list')),
]

/** Lists and details of the community are drawn by the server at each visit; all other public pages are written by the build. */
const isDrawn = (path: string) => /^\/community\/(image|data-set|author)/.test(path)

interface Turn {
  vitals: WebVitals
  /** The LCP of the same page without scripts, measured just before. */
  reference: number
}

function report(path: string, turns: Turn[]): boolean {
  const mid = (pick: (vitals: WebVitals) => number) => median(turns.map(({ vitals }) => pick(vitals)))
  const cls = mid((v) => v.cls)
  const limit = isDrawn(path) ? limits.drawn : limits.written
  const reference = median(turns.map((turn) => turn.reference))
  const ratio = mid((v) => v.lcp) / reference
  const kept = cls <= limits.cls && (isConsolePath(path) || ratio <= limit)
  const against = isConsolePath(path) ? '' : `，无脚本时 ${reference.toFixed(0)} ms，${ratio.toFixed(2)} 倍（上限 ${limit}）`
  process.stdout.write(
    `${kept ? '✓' : '✗'} ${path}：LCP ${mid((v) => v.lcp).toFixed(0)} ms${against}，CLS ${cls.toFixed(3)}（上限 ${limits.cls}），` +
      `FCP ${mid((v) => v.fcp).toFixed(0)} ms；脚本 ${mid((v) => v.js).toFixed(1)} KiB，共 ${mid((v) => v.total).toFixed(1)} KiB，` +
      `${mid((v) => v.requests)} 个请求\n`,
  )
  return kept
}

const stop = await startPlatform(port)
const browser = await launchBrowser()
try {
  const asked = process.argv.slice(2)
  const pages = asked.length ? asked : await listPublicPages()
  const copies = new Map<string, string>()
  for (const path of pages) if (!isConsolePath(path)) copies.set(path, await fetchBarePage(path))
  const stopReference = await startReference(copies)
  for (const path of pages) {
    const turns: Turn[] = []
    for (let nth = 0; nth < visits; nth += 1) {
      const reference = copies.has(path) ? (await measureWebVitals(browser, referenceOrigin + path)).lcp : 0
      const vitals = await measureWebVitals(browser, origin + path, isConsolePath(path) ? await signIn(origin) : undefined)
      turns.push({ vitals, reference })
    }
    if (!report(path, turns)) process.exitCode = 1
  }
  stopReference()
} finally {
  await browser.close()
  stop()
}
