import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import {
  advanceUntilSettled,
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from '../world.ts'

const lineWithTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S/
const say = (words: string) => `echo ${words} > /proc/1/fd/1`

export function consoleCases(world: () => DriverWorld): void {
  const ready = async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    return spec
  }

  /** Console output may take a moment to arrive. */
  const logsWith = async (spec: Awaited<ReturnType<typeof ready>>, wanted: RegExp, tail = 100) => {
    let lines: string[] = []
    for (let i = 0; i < 100 && !lines.some((line) => wanted.test(line)); i += 1) {
      if (i > 0) await world().wait(50)
      lines = await world().driver.logs(spec, { tail })
    }
    return lines
  }

  it('tells of the boot, each line with its time', async () => {
    const lines = await logsWith(await ready(), /启动/)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(lineWithTime)
  })

  it('gives the newest lines only', async () => {
    const spec = await ready()
    await logsWith(spec, /启动/)
    for (const words of ['one', 'two', 'three']) await execShellScript(world(), spec, say(words))
    await logsWith(spec, / three$/)
    const newest = await world().driver.logs(spec, { tail: 2 })
    expect(newest.map((line) => line.split(' ')[1])).toEqual(['two', 'three'])
    expect(await world().driver.logs(spec, { tail: 0 })).toEqual([])
  })

  it('is plain text, whatever a program prints', async () => {
    const spec = await ready()
    await execShellScript(world(), spec, say("'\x1b[31mred\x1b[0m\x07 中文'"))
    const lines = await logsWith(spec, /中文/)
    expect(lines.at(-1)).toMatch(/Z red 中文$/)
  })

  it('outlives a stop', async () => {
    const spec = await ready()
    await execShellScript(world(), spec, say('before'))
    await logsWith(spec, /before/)
    await stopAndWait(world(), spec)
    expect((await world().driver.logs(spec, { tail: 100 })).some((line) => line.endsWith('before'))).toBe(true)
  })

  it('follows new output and nothing older', async () => {
    const spec = await ready()
    await execShellScript(world(), spec, say('old'))
    await logsWith(spec, /old/)
    const stop = new AbortController()
    const stream = await world().driver.followLogs(spec, stop.signal)
    const first = once(stream, 'data')
    await world().wait(100)
    await execShellScript(world(), spec, say('new'))
    const [chunk] = await advanceUntilSettled(world(), first)
    expect(String(chunk)).toMatch(/Z new\n$/)
    expect(String(chunk)).not.toContain('old')
    stop.abort()
    await advanceUntilSettled(world(), text(stream))
  })

  it('ends the following with the run of the instance', async () => {
    const spec = await ready()
    const stream = await world().driver.followLogs(spec, new AbortController().signal)
    const all = text(stream)
    await stopAndWait(world(), spec)
    await advanceUntilSettled(world(), all)
  })

  it('has no console of what is absent', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    expect(await getDriverErrorCode(world().driver.logs(spec, { tail: 1 }))).toBe('NotFound')
    expect(await getDriverErrorCode(world().driver.followLogs(spec, new AbortController().signal))).toBe('NotFound')
  })
}
