import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '#src/paths.ts'
import { findServerProgram } from '#tests/support/server-program.ts'
import { findInstalledFirefox } from '../../scripts/test/firefox.ts'
import { findOverflows } from './faults.ts'

const executablePath = findInstalledFirefox()
const dir = mkdtempSync(join(tmpdir(), 'zhisuan-firefox-'))
/** A shared, busy machine: this only ends what hangs. */
const timeout = 120_000
const screens = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const [phone, password] = ['13800000001', 'Zhisuan-2026']

let origin: string
let browser: Browser
let page: Page
let server: ChildProcess
const surprises: string[] = []
/** Who leaves a page breaks off what it is still loading ahead, and Firefox tells the page. */
const expectedNoise = /error loading dynamically imported module/

const freePort = () =>
  new Promise<number>((resolve) => {
    const listening = createServer().listen(0, '127.0.0.1', () => {
      const { port } = listening.address() as { port: number }
      listening.close(() => resolve(port))
    })
  })

beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const env = {
    NODE_ENV: 'test',
    DEMO: 'plain',
    PORT: String(port),
    SSH_PORT: '0',
    GATEWAY_PORT: '0',
    DATABASE_URL: '',
    DATA_DIR: join(dir, 'data'),
  }
  server = spawn(process.execPath, findServerProgram(), { stdio: 'ignore', env: { ...process.env, ...env } })
  await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).ok).toBe(true), { timeout, interval: 250 })
  // A home and a profile of its own: root has none that a Firefox would take.
  const own = { ...process.env, HOME: dir, MOZ_HEADLESS: '1' }
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: executablePath!, headless: true, env: own, timeout })
  page = await browser.newPage()
  page.setDefaultTimeout(timeout)
  // An error itself is not told, only that there is one.
  await page.evaluateOnNewDocument(() => {
    const say = console.error
    console.error = (...words: unknown[]) => say(words.map(String).join(' '))
  })
  page.on('console', (said) => {
    if (said.type() === 'error' && !expectedNoise.test(said.text())) surprises.push(said.text())
  })
  page.on('pageerror', (error) => surprises.push(String(error)))
})
afterAll(async () => {
  await browser?.close()
  server.kill('SIGKILL')
  if (server.exitCode === null) await once(server, 'close')
  rmSync(dir, { recursive: true, force: true })
})

async function loaded(): Promise<void> {
  await page.waitForSelector('h1')
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), { polling: 100 })
  // But the stream, nothing may still be on its way: what is given up when one leaves would be told of as an error.
  await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 })
}

/** Opens it as at a desk and as on a phone: what does not fit, and what was said on the console. */
async function faultsAt(path: string): Promise<string[]> {
  const faults: string[] = []
  for (const screen of screens) {
    await page.setViewport(screen)
    await page.goto(origin + path)
    await loaded()
    const found = [...(await page.evaluate(findOverflows)), ...surprises.splice(0)]
    faults.push(...found.map((fault) => `${path} at ${screen.width}: ${fault}`))
  }
  return faults
}

describe.skipIf(!executablePath)('The pages in Firefox', () => {
  it.each([paths.home(), paths.market, paths.home({ type: 'login' }), paths.home({ type: 'register' }), '/sub-account/accept'])(
    '%s fits its window, cuts no control off and says nothing on the console',
    async (path) => expect(await faultsAt(path)).toEqual([]),
  )

  it('somebody signs in, and his pages fit, too', async () => {
    await page.setViewport(screens[0]!)
    await page.goto(origin + paths.home({ type: 'login', url: paths.containerInstances }))
    await page.locator('dialog[open] input[autocomplete~="username"]').fill(phone)
    await page.locator('dialog[open] input[type="password"]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForFunction((path) => location.pathname === path, {}, paths.containerInstances)
    await loaded()
    expect(surprises.splice(0)).toEqual([])
    for (const path of [paths.containerInstances, paths.createInstance(), paths.recharge]) {
      expect(await faultsAt(path)).toEqual([])
    }
  })

  it('what is too wide is found', async () => {
    await page.setViewport(screens[0]!)
    await page.goto(origin + paths.market)
    await page.waitForSelector('aside form')
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('aside form button')!.style.width = '400px'
    })
    expect(await page.evaluate(findOverflows)).toContainEqual(expect.stringContaining('px outside of'))
  })
})
