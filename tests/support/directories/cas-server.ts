import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createBrowser } from '#tests/support/directories/browser.ts'

export const hasCasServer = existsSync('/usr/lib/python3/dist-packages/cas_server')
const casPassword = 'correct horse battery staple'

/** Starts Debian's CAS server, which knows one person: `zhang`. */
export async function startCasServer() {
  const dir = mkdtempSync(join(tmpdir(), 'cas-'))
  const script = fileURLToPath(new URL('cas-server.py', import.meta.url))
  const server = spawn('/usr/bin/python3', [script, join(dir, 'cas.sqlite')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(readline.createInterface({ input: server.stdout }), 'line')) as [string]
  const { port } = JSON.parse(line) as { port: number }
  return {
    address: `http://127.0.0.1:${port}`,
    /** Signs in on the server's own page; returns where it sends the browser, or nothing if it lets nobody in. */
    signIn: async (url: string, password = casPassword): Promise<string | undefined> => {
      const browser = createBrowser()
      const page = await browser.open(url)
      const fields = [...page.body.matchAll(/<input[^>]*name="(\w+)"[^>]*?(?:value="([^"]*)")?[^>]*>/g)]
      const hidden = Object.fromEntries(fields.map(([input, name = '']) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? '']))
      const sent = await browser.submit(page.url, { ...hidden, username: 'zhang', password })
      return sent.left
    },
    close: async () => {
      server.kill()
      await once(server, 'close')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
