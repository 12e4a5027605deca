/**
 * `npm run size`: checks the download of each first page against its budget, and what each console page adds to the frame.
 * Fails when a page exceeds its budget or contains a forbidden module. `--pages` lists every page.
 */
import { computeGzipKib, entryPage, listDeclaredPages, listLaterFiles, listModuleFiles, readChunks } from './web/chunks.ts'

const root = 'dist/web'
const chunks = readChunks(root)

const site = [entryPage]
const home = 'src/app/HomeRoute.tsx'
const otherPages = 'src/app/SiteSubpages.tsx'
/** Requested by every page of a signed-in user, possibly after the first paint. */
const signedIn = [
  'src/session/load-user.ts',
  'src/session/shared-stream.ts',
  'src/ui/header/requests.ts',
  'src/ui/header/NotificationBell.tsx',
  'src/ui/header/UserMenu.tsx',
]
const consoleFrame = [...site, 'src/app/SignedInConsole.tsx', 'src/app/ConsoleApp.tsx', ...signedIn]
const operatorFrame = [...consoleFrame, 'src/app/OperatorApp.tsx']
/** Their libraries are used by most pages: a page is not charged for what it shares with them. */
const genericPages = ['list/ResourceListPage', 'form/ResourceCreatePage', 'form/ResourceUpdatePage', 'show/ResourceShowPage'].map(
  (name) => `src/admin/${name}.tsx`,
)
const consoleOnly = /^(antd|@ant-design\/.*|@refinedev\/.*|rc-.*|@rc-component\/.*|@tanstack\/.*)$/

interface Budget {
  page: string
  entries: string[]
  /**
   * Gzip KiB of JavaScript: five percent above the measurement, so that a reasonable feature still fits. If a page
   * exceeds its budget, inspect it first; then raise the budget deliberately, in a commit that gives the reason.
   */
  js: number
}

const budgets: Budget[] = [
  { page: '/home 首屏', entries: [...site, home], js: 105 }, // a fixed limit, not five percent
  { page: '/market 首屏', entries: [...site, otherPages, 'src/site/market/MarketPage.tsx'], js: 132 },
  { page: '控制台总览', entries: [...consoleFrame, 'src/features/overview/DataOverview.tsx'], js: 356 },
  {
    page: '容器实例列表',
    entries: [...consoleFrame, 'src/features/instances/instances.resource.tsx', 'src/admin/list/ResourceListPage.tsx'],
    js: 450,
  },
  { page: '控制台表单', entries: [...consoleFrame, 'src/admin/form/ResourceCreatePage.tsx'], js: 490 },
]

/** Limit in the same KiB for what a console page adds. A page that needs more loads the rest after its first paint. */
const ownCeiling = 97
/** Lighter pages are only counted, not listed. */
const toldFrom = 10

let failed = false
const say = (passed: boolean, words: string) => {
  failed ||= !passed
  process.stdout.write(`${passed ? '✓' : '✗'} ${words}\n`)
}

for (const { page, entries, js } of budgets) {
  const { scripts, styles } = listModuleFiles(chunks, entries)
  const weight = computeGzipKib(root, scripts)
  const sizes = `${weight.toFixed(1)} / ${js} KiB 脚本，${computeGzipKib(root, styles).toFixed(1)} KiB 样式，${scripts.length} 个文件`
  say(weight <= js, `${page}：${sizes}`)
}

const weighWithout = (entries: readonly string[], there: readonly string[]) => {
  const loaded = new Set(listModuleFiles(chunks, there).scripts)
  const added = listModuleFiles(chunks, entries).scripts.filter((file) => !loaded.has(file))
  return computeGzipKib(root, added)
}

const additions = listDeclaredPages(chunks).map(({ module, declaredIn }) => {
  const frame = declaredIn.startsWith('src/operator/') ? operatorFrame : consoleFrame
  const entries = [...frame, declaredIn, module]
  return { module, added: weighWithout(entries, frame), own: weighWithout(entries, [...frame, ...genericPages]) }
})
if (additions.length === 0) throw new Error('no page of the console is declared: see `declaration` in scripts/web/chunks.ts')
additions.sort((a, b) => b.own - a.own || b.added - a.added)

const toldAll = process.argv.includes('--pages')
const told = additions.filter(({ own }) => toldAll || own >= toldFrom)
say(
  additions.every(({ own }) => own <= ownCeiling),
  `控制台 ${additions.length} 个页面各自的脚本不超过 ${ownCeiling} KiB（括号内含与列表、表单共用的部分）`,
)
for (const { module, added, own } of told) {
  process.stdout.write(
    `  ${own > ownCeiling ? '✗' : ' '} ${own.toFixed(1).padStart(5)} (${added.toFixed(1).padStart(5)}) ${module}\n`,
  )
}
if (told.length < additions.length) {
  process.stdout.write(`    其余 ${additions.length - told.length} 个页面各不到 ${toldFrom} KiB（--pages 全部列出）\n`)
}

/** Everything a public page loads, immediately or later. */
const publicFiles = [home, otherPages, 'src/app/site-pages.tsx'].flatMap((module) => [
  ...listModuleFiles(chunks, [...site, module]).scripts,
  ...listLaterFiles(chunks, module).scripts,
])
const strays = publicFiles.flatMap((file) => chunks[file]?.packages ?? []).filter((name) => consoleOnly.test(name))
say(strays.length === 0, `公开页面不含控制台的包${strays.map((name) => `：${name}`).join('')}`)

/** What every console page loads first: no resource may increase another one's page size. */
const bodies = listModuleFiles(chunks, consoleFrame)
  .scripts.flatMap((file) => chunks[file]?.modules ?? [])
  .filter((module) => /\.(resource|view)\.tsx$/.test(module))
say(bodies.length === 0, `控制台的框架不含任何资源的内容${bodies.map((module) => `：${module}`).join('')}`)
process.exitCode = failed ? 1 : 0
