import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { findFreePort } from '#tests/compute/server.ts'
import { hasWebkit } from '../../scripts/test/webkit.ts'
import { type HeardWindow, listenForErrors } from './error-listener.ts'
import { hangsAfterMs, type OtherBrowser } from './other-browser.ts'
import { walkPages } from './walk.ts'

const enter = '\uE007'
const screen = '-screen 0 1600x1000x24'

/** Speaks plain WebDriver: Debian's driver of WebKitGTK knows no other language. */
async function openWebkit(home: string, server: string): Promise<OtherBrowser> {
  const port = await findFreePort()
  // The pages are ours, and root has no sandbox to put them in.
  const own = { ...process.env, HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const command = ['-a', '-s', screen, 'WebKitWebDriver', `--port=${port}`]
  const driver = spawn('xvfb-run', command, { stdio: 'ignore', env: own, detached: true })
  const heard = await listenForErrors(server)

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await reply.json()) as { value: T & { error?: string; message?: string } }
    if (!reply.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
  await vi.waitFor(() => ask('GET', '/status'), { timeout: hangsAfterMs, interval: 250 })
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  const session = `/session/${sessionId}`
  const type = async (selector: string, text: string) => {
    const element = await ask<Record<string, string>>('POST', `${session}/element`, { using: 'css selector', value: selector })
    await ask('POST', `${session}/element/${Object.values(element)[0]}/value`, { text })
  }
  const run: OtherBrowser['run'] = (work, ...args) =>
    ask('POST', `${session}/execute/sync`, { script: `return (${work}).apply(null, arguments)`, args })
  const countAnswers = () => run(() => performance.getEntriesByType('resource').length)
  return {
    async goto(url, { width, height }) {
      await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })
      await ask('POST', `${session}/url`, { url: url.replace(server, heard.origin) })
    },
    run,
    async waitUntilQuiet() {
      await vi.waitFor(
        async () => {
          const before = await countAnswers()
          await sleep(300)
          expect(await countAnswers()).toBe(before)
        },
        { timeout: hangsAfterMs, interval: 100 },
      )
    },
    fill: type,
    pressEnter: (selector) => type(selector, enter),
    takeErrors: () => run(() => (window as unknown as HeardWindow).heardErrors.splice(0)),
    async close() {
      await ask('DELETE', session)
      heard.close()
      process.kill(-driver.pid!, 'SIGKILL')
      if (driver.exitCode === null && driver.signalCode === null) await once(driver, 'close')
    },
  }
}

walkPages('WebKit', hasWebkit(), openWebkit)
