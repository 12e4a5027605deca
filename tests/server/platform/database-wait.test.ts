import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabaseWhenReady } from '#server/db/wait-for-database.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { findServerProgram } from '#tests/support/server-program.ts'
import { findPostgres, startPostgres, type ThrowawayPostgres } from '../../../scripts/throwaway-postgres.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
const reach = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 120_000, interval: 100 })

describe.skipIf(!findPostgres() && !process.env.REQUIRE_ALL)('decision 100 A node whose database is not there yet', () => {
  let postgres: ThrowawayPostgres
  let dir: string
  beforeAll(async () => {
    postgres = await startPostgres()
    dir = await mkdtemp(join(tmpdir(), 'zhisuan-wait-'))
  })
  afterAll(async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  })

  it('waits for it, says so once, and needs no restart when it goes away and returns', async () => {
    await postgres.crash()
    const port = await freePort()
    const env = { PORT: String(port), DATA_DIR: dir, DATABASE_URL: postgres.url, ROLE: 'worker', DEMO: '0' }
    const node = new ChildProgram(findServerProgram(), [], { ...env, SECRET_KEY: Buffer.alloc(48, 'wait').toString('base64') })
    let said = ''
    node.process.stdout?.on('data', (chunk) => {
      said += String(chunk)
    })
    const health = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ status }) => status,
        () => 0,
      )
    const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    await reach(async () => expect(said).toContain('还连不上'))
    expect(await health()).toBe(0)
    await postgres.start()
    await reach(async () => expect(await health()).toBe(200))
    expect(said.match(/还连不上/g)).toHaveLength(1)

    await postgres.crash()
    await reach(async () => expect(await health()).toBe(503))
    expect(await figures()).toContain('\nzhisuan_database_up 0\n')
    await postgres.start()
    await reach(async () => expect(await health()).toBe(200))
    expect(await figures()).toContain('\nzhisuan_database_up 1\n')
    node.process.kill('SIGTERM')
    await node.ended
    expect(node.process.exitCode).toBe(0)
  })

  const wait = (url: string, clock = new HeldClock()) => {
    const said: string[] = []
    return { said, clock, opened: openDatabaseWhenReady({ url }, { clock, longest_ms: 60_000, say: (line) => said.push(line) }) }
  }

  it.each([
    ['a database that does not exist', (url: string) => url.replace(/postgres$/, 'nothing'), '数据库不存在'],
    ['a user that does not exist', (url: string) => url.replace('postgres@', 'nobody@'), '数据库拒绝登录'],
  ])('refuses %s at once and by name', async (_, change, words) => {
    const { opened, said } = wait(change(postgres.url))
    await expect(opened).rejects.toThrow(words)
    expect(said).toEqual([])
  })

  it('gives up in the end, and says what was missing', async () => {
    const clock = new HeldClock()
    const { opened, said } = wait(`postgres://postgres:secret@127.0.0.1:${await freePort()}/postgres`, clock)
    const given = opened.catch((error: Error) => error.message)
    let over = false
    void given.then(() => {
      over = true
    })
    while (!over) {
      await clock.advance(5_000)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await given).toMatch(/等了 \d+ 秒，数据库 127\.0\.0\.1:\d+ 仍连不上：.*ECONNREFUSED/)
    expect(said).toHaveLength(1)
    expect(said.join() + (await given)).not.toContain('secret')
  })
})
