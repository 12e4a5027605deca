import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '#src/paths.ts'
import { findFreePort } from '#tests/compute/server.ts'
import { findServerProgram } from '#tests/support/server-program.ts'
import { findOverflows } from './faults.ts'
import { type OtherBrowser, hangsAfterMs as timeout } from './other-browser.ts'

const desk = { width: 1440, height: 900 }
const phoneScreen = { width: 390, height: 844 }
const [phone, password] = ['13800000001', 'Zhisuan-2026']
const nameField = 'dialog[open] input[autocomplete~="username"]'
const passwordField = 'dialog[open] input[type="password"]'

/** The same walk in a browser other than Chromium, in which all journeys are made. `open` gets a folder of its own. */
export function walkPages(
  name: string,
  isInstalled: boolean,
  open: (home: string, origin: string) => Promise<OtherBrowser>,
): void {
  const dir = mkdtempSync(join(tmpdir(), 'zhisuan-browser-'))
  let origin: string
  let browser: OtherBrowser | undefined
  let server: ChildProcess

  beforeAll(async () => {
    const port = await findFreePort()
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
    browser = await open(dir, origin)
  })
  afterAll(async () => {
    await browser?.close()
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'close')
    rmSync(dir, { recursive: true, force: true })
  })

  const waitFor = (isSo: (...args: string[]) => boolean, ...args: string[]) =>
    vi.waitFor(async () => expect(await browser!.run(isSo, ...args)).toBe(true), { timeout, interval: 100 })

  async function loaded(): Promise<void> {
    await waitFor(() => document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null)
    await browser!.waitUntilQuiet()
  }

  /** Opens it as at a desk and as on a phone: what does not fit, and what was said on the console. */
  async function faultsAt(path: string): Promise<string[]> {
    const faults: string[] = []
    for (const screen of [desk, phoneScreen]) {
      await browser!.goto(origin + path, screen)
      await loaded()
      const found = [...(await browser!.run(findOverflows)), ...(await browser!.takeErrors())]
      faults.push(...found.map((fault) => `${path} at ${screen.width}: ${fault}`))
    }
    return faults
  }

  describe.skipIf(!isInstalled)(`The pages in ${name}`, () => {
    it.each([paths.home(), paths.market, paths.home({ type: 'login' }), paths.home({ type: 'register' }), '/sub-account/accept'])(
      '%s fits its window, cuts no control off and says nothing on the console',
      async (path) => expect(await faultsAt(path)).toEqual([]),
    )

    it('somebody signs in, and his pages fit, too', async () => {
      await browser!.goto(origin + paths.home({ type: 'login', url: paths.containerInstances }), desk)
      await waitFor((field) => document.querySelector(field!) !== null, passwordField)
      await loaded()
      await browser!.fill(nameField, phone)
      await browser!.fill(passwordField, password)
      await browser!.pressEnter(passwordField)
      await waitFor((path) => location.pathname === path, paths.containerInstances)
      await loaded()
      expect(await browser!.takeErrors()).toEqual([])
      for (const path of [paths.containerInstances, paths.createInstance(), paths.recharge]) {
        expect(await faultsAt(path)).toEqual([])
      }
    })

    it('what is too wide is found', async () => {
      await browser!.goto(origin + paths.market, desk)
      await waitFor(() => document.querySelector('aside form button') !== null)
      await browser!.run(() => {
        document.querySelector<HTMLElement>('aside form button')!.style.width = '400px'
      })
      expect(await browser!.run(findOverflows)).toContainEqual(expect.stringContaining('px outside of'))
    })

    it('an error in a page is found', async () => {
      await browser!.goto(origin + paths.market, desk)
      await loaded()
      await browser!.run(() => console.error('something', new Error('broke')))
      expect(await browser!.takeErrors()).toContain('something Error: broke')
    })
  })
}
