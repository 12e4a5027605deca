import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { copyBuild } from '#tests/support/copied-build.ts'

const patience = { timeout: 120_000, interval: 250 }

// a real deployment is run from such a copy in real-deployment.test.ts
it('what the build leaves, copied elsewhere, runs the demo without the repository', async () => {
  const { dir, program, remove } = copyBuild()
  onTestFinished(remove)
  const child = spawn(process.execPath, [program], {
    cwd: dir,
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: join(dir, 'data'), HOST: '127.0.0.1', PORT: '0', SSH_PORT: '0', GATEWAY_PORT: '0' },
      ...{ PUBLIC_ORIGIN: 'http://127.0.0.1', TRUST_PROXY: 'none', SECRET_KEY: randomBytes(48).toString('base64') },
      ...{ NODE_ENV: '', DEMO: 'plain' },
    },
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const address = await vi.waitFor(() => {
    if (child.exitCode !== null) throw new Error(said)
    return /已启动：(http:\S+)/.exec(said)?.[1] ?? expect.fail(said)
  }, patience)
  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ ok: true })
  const notices = await readFile(join(dir, 'app/server/third-party-notices.txt'), 'utf8')
  for (const name of ['fastify', 'kysely', 'sharp', 'ssh2', '@fontsource-variable/noto-sans-sc'])
    expect(notices).toContain(`\n${name} `)
  const described = JSON.parse(await readFile(join(dir, 'app/server/openapi.json'), 'utf8'))
  expect(Object.keys(described.paths).length).toBeGreaterThan(300)
  expect(await (await fetch(`${address}/api/v1/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0', ...described })
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
})
