import { execFileSync } from 'node:child_process'
import { paths } from '#src/paths.ts'
import { checkOutBaseline, removeBaseline } from '#tests/bench/baseline-process.ts'
import { median, signIn, startPlatform } from '#tests/bench/web-platform.ts'
import { launchBrowser, measureWebVitals, type WebVitals } from '#tests/bench/web-vitals.ts'

/**
 * `npm run bench:web-console`: a first visit on a slow phone, signed in before, to the console's pages that are opened most, in turns with
 * the same pages of the parent. First content is the first figure, row or product that came from the API. Fails if the median of five is
 * more than `limit` times the parent's.
 */
const limit = 0.75
const parent = '97ae7cb2'
const visits = Number(process.env.VISITS ?? 5)
const port = Number(process.env.PORT ?? 18_977)
/** The page, and what its first content matches; of an empty demo, whose list says that it is empty. */
const pages = [
  { name: '总览', path: paths.dataOverview, content: 'main dl dd' },
  { name: '实例列表', path: paths.containerInstances, content: 'main table tbody tr[data-row-key], main [class^="_state_"] p' },
  { name: '创建实例', path: paths.createInstance(), content: 'main input[type="radio"]' },
]

const tree = checkOutBaseline(parent)
if (!tree) throw new Error(`this clone lacks the commit ${parent}`)
execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build-web.ts', '--if-stale'], { cwd: tree, stdio: 'ignore' })
const now = `http://127.0.0.1:${port}`
const before = `http://127.0.0.1:${port + 1}`
const stops = [await startPlatform(port), await startPlatform(port + 1, tree)]
const browser = await launchBrowser()
try {
  for (const { name, path, content } of pages) {
    const visit = async (origin: string) => measureWebVitals(browser, origin + path, await signIn(origin), content)
    const turns: { now: WebVitals; before: WebVitals }[] = []
    for (let nth = 0; nth < visits; nth += 1) turns.push({ before: await visit(before), now: await visit(now) })
    const mid = (side: 'now' | 'before', what: 'content' | 'blocked' | 'cls') => median(turns.map((turn) => turn[side][what]))
    const ratio = mid('now', 'content') / mid('before', 'content')
    if (ratio > limit) process.exitCode = 1
    const parts = [
      `首次内容 ${mid('now', 'content').toFixed(0)} ms，之前 ${mid('before', 'content').toFixed(0)} ms，${ratio.toFixed(2)} 倍（上限 ${limit}）`,
      `主线程阻塞 ${mid('now', 'blocked').toFixed(0)} ms，之前 ${mid('before', 'blocked').toFixed(0)} ms`,
      `CLS ${mid('now', 'cls').toFixed(3)}`,
    ]
    process.stdout.write(`${ratio <= limit ? '✓' : '✗'} ${name}：${parts.join('；')}\n`)
  }
} finally {
  await browser.close()
  for (const stop of stops) stop()
  removeBaseline()
}
