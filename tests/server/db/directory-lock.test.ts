import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from '#server/db/directory-lock.ts'
import { type LockHolder, openLockHolder } from '#server/db/lock-holder.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'

const program = new URL('./lock-directory.child.ts', import.meta.url)

describe('a data directory has one user', () => {
  let directory: string
  beforeEach(() => {
    directory = createTemporaryFolder()
  })
  afterEach(() => {
    fs.rmSync(directory, { recursive: true, force: true })
  })

  const start = () => new ChildProgram<{ locked: boolean; reason?: string }>(program, [directory])

  /** Leaves the announcement of a process that is this one but for `changes`. */
  const leave = async (changes: Partial<LockHolder>) => {
    const { holder, close } = await openLockHolder(directory)
    close()
    fs.writeFileSync(path.join(directory, 'lock.left'), JSON.stringify({ ...holder, socket: '', ...changes }))
  }

  it('refuses a second process with one line that names the first', async () => {
    const first = start()
    expect(await first.next()).toEqual({ locked: true })
    const answer = await start().next()
    expect(answer?.locked).toBe(false)
    expect(answer?.reason).toMatch(new RegExp(`^数据目录 ${directory} 正被进程 ${first.process.pid} 使用，请先停止该进程.*$`))
  })

  it('refuses the same process a second time, until it released', async () => {
    const release = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(`正被进程 ${process.pid} 使用`)
    release()
    expect(fs.readdirSync(directory)).toEqual([])
    ;(await lockDirectory(directory))()
  })

  it('takes over at once from a process that was killed', async () => {
    const first = start()
    await first.next()
    await first.kill()
    expect(await start().next()).toEqual({ locked: true })
  })

  it('takes over when the pid belongs to another process by now', async () => {
    await leave({ started: '1' })
    ;(await lockDirectory(directory))()
  })

  it('takes over after a reboot', async () => {
    await leave({ boot: 'another-boot' })
    ;(await lockDirectory(directory))()
  })

  it('never takes over from a living process, however often it is asked', async () => {
    await leave({})
    for (let i = 0; i < 3; i++) await expect(lockDirectory(directory)).rejects.toThrow('正被进程')
  })

  it('asks a process of another container through its socket', async () => {
    const socket = 'alive.elsewhere'
    const server = net.createServer().listen(path.join(directory, socket))
    await once(server, 'listening')
    await leave({ namespace: 'pid:[another]', pid: 4_000_000, socket })
    await expect(lockDirectory(directory)).rejects.toThrow('正被进程 4000000 使用')
    server.close()
    await once(server, 'close')
    ;(await lockDirectory(directory))()
  })

  it('believes a process of another container that could not open a socket', async () => {
    await leave({ namespace: 'pid:[another]', pid: 4_000_000 })
    await expect(lockDirectory(directory)).rejects.toThrow('正被进程 4000000 使用')
  })

  it('lets at most one in of eight that start together', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => start().next()))
    expect(answers.filter((answer) => answer?.locked).length).toBeLessThanOrEqual(1)
    expect(answers.filter((answer) => answer === undefined)).toEqual([])
  })
})
