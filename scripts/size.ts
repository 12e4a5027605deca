/** `npm run size`: what each first page downloads, against its budget. Fails when one is over, or holds what it must not. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, type Manifest, weigh } from './web/closure.ts'

const root = 'dist/web'
const read = (name: string) => JSON.parse(readFileSync(join(root, '.vite', name), 'utf8'))
const manifest = read('manifest.json') as Manifest
const packages = read('packages.json') as Record<string, string[]>

const site = ['index.html']
/** Asked for by every page of a signed-in user, if not before the first paint. */
const signed_in = ['src/session/load-user.ts', 'src/session/open-live-stream.ts', 'src/shell/requests.ts']
const console_world = [...site, 'src/app/ConsoleGate.tsx', 'src/app/ConsoleWorld.tsx', ...signed_in]
const console_only = /^(antd|@ant-design\/.*|@refinedev\/.*|rc-.*|@rc-component\/.*|@tanstack\/.*)$/

interface Budget {
  page: string
  entries: string[]
  /** Gzip KiB of JavaScript. */
  js: number
  forbidden?: RegExp
}

const budgets: Budget[] = [
  { page: '/home 首屏', entries: [...site, 'src/app/HomeRoute.tsx'], js: 106, forbidden: console_only },
  {
    page: '/market 首屏',
    entries: [...site, 'src/app/OtherPages.tsx', 'src/site/market/MarketPage.tsx'],
    js: 140,
    forbidden: console_only,
  },
  { page: '控制台总览', entries: [...console_world, 'src/console/data-overview/DataOverview.tsx'], js: 390 },
  { page: '容器实例列表', entries: [...console_world, 'src/resources/instances/InstanceList.tsx'], js: 440 },
  { page: '控制台表单', entries: [...console_world, 'src/console/generic/form/Create.tsx'], js: 465 },
]

let failed = false
for (const { page, entries, js, forbidden } of budgets) {
  const { scripts, styles } = filesOf(manifest, entries)
  const strays = forbidden ? scripts.flatMap((file) => (packages[file] ?? []).filter((name) => forbidden.test(name))) : []
  const weight = weigh(root, scripts)
  const over = weight > js
  failed ||= over || strays.length > 0
  const figures = `${weight.toFixed(1)} / ${js} KiB 脚本，${weigh(root, styles).toFixed(1)} KiB 样式，${scripts.length} 个文件`
  process.stdout.write(`${over || strays.length ? '✗' : '✓'} ${page}：${figures}\n`)
  if (strays.length) process.stdout.write(`  不应包含：${[...new Set(strays)].join('、')}\n`)
}
process.exitCode = failed ? 1 : 0
