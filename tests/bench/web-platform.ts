import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthTokens } from '#contract/auth.ts'
import { demoAccounts } from '#server/demo/accounts.ts'

/** Starts the built web of `tree` on an empty demo server; returns a function that stops it. */
export async function startPlatform(port: number, tree = process.cwd()): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhisuan-bench-'))
  const env = { ...process.env, DEMO: 'plain', PORT: String(port), DATA_DIR: dataDir, SSH_PORT: '0', GATEWAY_PORT: '0' }
  const args = ['--import', 'tsx', 'server/main.ts']
  const server = spawn(process.execPath, args, { cwd: tree, env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (;;) {
    if (server.exitCode !== null) throw new Error('the server did not start')
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return () => {
    server.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
    server.kill('SIGTERM')
  }
}

/** Signs in as the first account of the demo. */
export async function signIn(origin: string): Promise<AuthTokens> {
  const [{ phone, password }] = demoAccounts as [(typeof demoAccounts)[0]]
  const body = JSON.stringify({ account_type: 'main', phone, password })
  const answer = await fetch(`${origin}/api/v1/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (!answer.ok) throw new Error(`the login answered ${answer.status}`)
  return ((await answer.json()) as { data: AuthTokens }).data
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
