import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ChildProgram } from '#tests/support/child.ts'
import { startObjectStore } from '#tests/support/object-store.ts'
import { findServerProgram } from '#tests/support/server-program.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** The server of this machine, with its files in the bucket of that endpoint. */
async function start(endpoint: string) {
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-start-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const port = await freePort()
  const child = new ChildProgram(findServerProgram(), [], {
    ...{ NODE_ENV: 'test', PORT: String(port), SSH_PORT: '0', GATEWAY_PORT: '0', DATA_DIR: dir, DATABASE_URL: '', DEMO: '0' },
    ...{ STORAGE: 's3', S3_ENDPOINT: endpoint, S3_BUCKET: 'files', S3_FORCE_PATH_STYLE: '1' },
    ...{ S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
  })
  const health = async () => (await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()) as { ok: boolean; storage: string }
  let said = ''
  child.process.stdout?.on('data', (chunk) => {
    said += String(chunk)
  })
  return { child, health, said: () => said }
}

const patience = { timeout: 120_000, interval: 250 }

it('product §7 a store without ListParts ends the start by that name', async () => {
  const store = await startObjectStore({ before: [] })
  onTestFinished(() => store.close())
  const { child } = await start(store.settings.endpoint!)
  expect(await child.ended).toContain(`S3_ENDPOINT ${store.settings.endpoint} 的桶 files 不能 ListParts，断点续传的上传需要它`)
  expect(child.process.exitCode).toBe(1)
})

it('product §7 a store that is away is said and waited for', async () => {
  const port = await freePort()
  const { health, said } = await start(`http://127.0.0.1:${port}`)
  await vi.waitFor(async () => expect(await health()).toMatchObject({ ok: true, storage: 'unreachable' }), patience)
  expect(said()).toContain(`注意：S3_ENDPOINT http://127.0.0.1:${port} 的桶 files 没有应答：ECONNREFUSED；`)
  const store = await startObjectStore({ port })
  onTestFinished(() => store.close())
  await vi.waitFor(async () => expect(await health()).toMatchObject({ ok: true, storage: 'ok' }), patience)
})
