/** `npm run size`: what each first page downloads, against its budget. Fails when one is over, or holds what it must not. */
import { filesOf, first_page, laterFilesOf, readChunks, weigh } from './web/chunks.ts'

const root = 'dist/web'
const chunks = readChunks(root)

const site = [first_page]
const home = 'src/app/HomeRoute.tsx'
const other_pages = 'src/app/OtherPages.tsx'
/** Asked for by every page of a signed-in user, if not before the first paint. */
const signed_in = [
  'src/session/load-user.ts',
  'src/session/shared-stream.ts',
  'src/ui/header/requests.ts',
  'src/ui/header/Bell.tsx',
  'src/ui/header/UserMenu.tsx',
]
const console_world = [...site, 'src/app/ConsoleGate.tsx', 'src/app/ConsoleWorld.tsx', ...signed_in]
const console_only = /^(antd|@ant-design\/.*|@refinedev\/.*|rc-.*|@rc-component\/.*|@tanstack\/.*)$/

interface Budget {
  page: string
  entries: string[]
  /** Gzip KiB of JavaScript: five percent above what it was when it was last looked at, so that no honest feature stands at the edge. */
  js: number
}

const budgets: Budget[] = [
  { page: '/home 首屏', entries: [...site, home], js: 102 },
  { page: '/market 首屏', entries: [...site, other_pages, 'src/site/market/MarketPage.tsx'], js: 124 },
  { page: '控制台总览', entries: [...console_world, 'src/features/overview/DataOverview.tsx'], js: 382 },
  { page: '容器实例列表', entries: [...console_world, 'src/features/instances/InstanceList.tsx'], js: 430 },
  { page: '控制台表单', entries: [...console_world, 'src/admin/form/Create.tsx'], js: 491 },
]

let failed = false
const say = (passed: boolean, words: string) => {
  failed ||= !passed
  process.stdout.write(`${passed ? '✓' : '✗'} ${words}\n`)
}

for (const { page, entries, js } of budgets) {
  const { scripts, styles } = filesOf(chunks, entries)
  const weight = weigh(root, scripts)
  const sizes = `${weight.toFixed(1)} / ${js} KiB 脚本，${weigh(root, styles).toFixed(1)} KiB 样式，${scripts.length} 个文件`
  say(weight <= js, `${page}：${sizes}`)
}

/** What a public page loads, at once or later. */
const public_files = [home, other_pages, 'src/app/site-pages.tsx'].flatMap((module) => [
  ...filesOf(chunks, [...site, module]).scripts,
  ...laterFilesOf(chunks, module).scripts,
])
const strays = public_files.flatMap((file) => chunks[file]?.packages ?? []).filter((name) => console_only.test(name))
say(strays.length === 0, `公开页面不含控制台的包${strays.map((name) => `：${name}`).join('')}`)
process.exitCode = failed ? 1 : 0
