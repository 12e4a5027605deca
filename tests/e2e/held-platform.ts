import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { z } from 'zod'

const Ready = z.object({ origin: z.url(), access: z.string(), refresh: z.string(), userId: z.string() })

/** The platform on a held clock in its own process, with a user who has `balance` yuan. */
export async function startHeldPlatform(balance: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/e2e/held-platform.child.ts', balance], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the platform on a held clock has ended')
    return value
  }
  const { origin, ...token } = Ready.parse(JSON.parse(await next()))
  return {
    origin,
    signIn: (page: Page) =>
      page.addInitScript((given) => {
        if (localStorage.getItem('token')) return
        localStorage.setItem('token', JSON.stringify(given))
        localStorage.setItem('access_token', given.access)
      }, token),
    /** Lets hours pass while a worker runs. */
    pass: async (hours: number) => {
      child.stdin.write(`${hours * 3_600_000}\n`)
      await next()
    },
    close: () => void child.kill(),
  }
}
