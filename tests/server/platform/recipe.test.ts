import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { chromium, expect as eventually } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { copyTreeWithFiles, countCodeLines, readRecipe } from '#tests/support/recipe.ts'
import { findOrInstallChromium } from '../../../scripts/test/chromium.ts'

const long = process.env.LONG === '1'
const page = 'docs/add-a-resource.md'
const recipe = readRecipe(page)
let tree: ReturnType<typeof copyTreeWithFiles>

beforeAll(async () => {
  tree = copyTreeWithFiles(recipe)
  await tree.script('db-types')
})
afterAll(() => tree?.remove())

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** The platform of the copy with its demo people; answers where it is. */
async function startCopy(): Promise<string> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: tree.dir,
    stdio: 'ignore',
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test', DEMO: 'plain' },
      ...{ PORT: String(port), SSH_PORT: '0', GATEWAY_PORT: '0', DATA_DIR: join(tree.dir, 'data') },
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const isUp = async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  await vi.waitFor(isUp, { timeout: 240_000, interval: 500 })
  return origin
}

describe('The recipe for a resource', () => {
  it('takes five files and a hundred lines at most, and says how many', () => {
    const lines = recipe.map(countCodeLines).reduce((sum, one) => sum + one, 0)
    expect(recipe).toHaveLength(5)
    expect(lines).toBeLessThanOrEqual(100)
    expect(readFileSync(page, 'utf8')).toContain(`files and ${lines} lines.`)
  })

  it('leaves nothing that knip would call unused', () => tree.run('node_modules/knip/bin/knip.js'))

  it('is written as the code around it', async () => {
    const ours = recipe.map(({ path }) => path).filter((path) => !path.endsWith('.sql'))
    await tree.run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...ours)
  })

  it('keeps its own rule, and everybody else away from the rows', async () => {
    const rule = recipe.find(({ path }) => path.startsWith('tests/'))!
    await tree.tests('--project=server', rule.path, 'tests/server/http/access-matrix.test.ts', '-t', '[Bb]astion')
  })

  it.runIf(long)('passes what `npm run check` asks of types, contract and architecture', async () => {
    await tree.run('node_modules/typescript/bin/tsc', '--noEmit')
    await tree.tests('--project=unit', 'tests/contract', 'tests/architecture')
  })

  it.runIf(long)('gives the console its pages: list, create, edit, show, delete', async () => {
    await tree.script('build-web')
    const origin = await startCopy()
    const login = { phone: '13800000001', password: 'Zhisuan-2026' }
    const reply = await fetch(`${origin}${auth.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(login),
    })
    const { data } = (await reply.json()) as { data: { access: string } }
    const executablePath = findOrInstallChromium()
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
    onTestFinished(() => browser.close())
    const tab = await browser.newPage({ locale: 'zh-CN' })
    tab.setDefaultTimeout(120_000)
    const surprises: string[] = []
    tab.on('console', (message) => message.type() === 'error' && surprises.push(message.text()))
    await tab.addInitScript((token) => {
      localStorage.setItem('token', JSON.stringify(token))
      localStorage.setItem('access_token', token.access)
    }, data)
    const there = eventually.configure({ timeout: 120_000 })

    await tab.goto(`${origin}/console/bastion-note`)
    await there(tab.getByText('还没有跳板机备注')).toBeVisible()
    await tab.getByRole('button', { name: '新建跳板机备注' }).first().click()
    await tab.getByLabel('名称').fill('实验室入口')
    await tab.getByLabel('主机').fill('bastion.lab.cn')
    await tab.getByRole('combobox', { name: '标签' }).last().click()
    await tab.getByTitle('实验室', { exact: true }).click()
    await tab.getByRole('button', { name: /创\s*建/ }).click()
    await tab.getByRole('link', { name: '实验室入口' }).first().click()
    await there(tab.getByRole('heading', { name: '实验室入口' })).toBeVisible()
    await there(tab.getByText('bastion.lab.cn')).toBeVisible()
    await tab.getByRole('button', { name: /编\s*辑/ }).click()
    await tab.getByLabel('名称').fill('二号入口')
    await tab.getByRole('button', { name: /保\s*存/ }).click()
    await there(tab.getByRole('heading', { name: '二号入口' })).toBeVisible()
    await tab.getByRole('button', { name: /删\s*除/ }).click()
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: /删\s*除/ })
      .click()
    await there(tab.getByText('还没有跳板机备注')).toBeVisible()
    expect(surprises).toEqual([])
  })
})
