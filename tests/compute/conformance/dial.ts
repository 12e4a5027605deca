import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import {
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from '../world.ts'

const get = 'GET /file.txt HTTP/1.1\r\nhost: instance\r\nconnection: close\r\n\r\n'
const port = 6006

export function dialCases(world: () => DriverWorld): void {
  const listening = async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'mkdir /workspace/site; echo 你好 > /workspace/site/file.txt')
    expect(await execShellScript(world(), spec, world().serve(port, '/workspace/site'))).toMatchObject({ code: 0 })
    return spec
  }
  const asked = async (stream: Duplex, ends: boolean) => {
    if (ends) stream.end(get)
    else stream.write(get)
    return text(stream)
  }

  it('connects to what listens in the instance, and to nothing else', async () => {
    const spec = await listening()
    const dial = () => world().driver.dial(spec, port)
    expect(await asked(await dial(), false)).toMatch(/^HTTP\/1\.[01] 200 [\s\S]*\r\n\r\n你好\n$/)
    expect(await asked(await dial(), true)).toMatch(/你好\n$/)
    const many = await Promise.all(Array.from({ length: 5 }, async () => asked(await dial(), false)))
    for (const answer of many) expect(answer).toMatch(/你好\n$/)
    const left = await dial()
    left.destroy()
    expect(await getDriverErrorCode(world().driver.dial(spec, port + 1))).toBe('PortClosed')
    for (const strange of [0, -1, 65_536, 1.5, Number.NaN]) {
      expect(await getDriverErrorCode(world().driver.dial(spec, strange))).toBe('InvalidSpec')
    }
    expect(await getDriverErrorCode(world().driver.dial(spec, port, AbortSignal.abort()))).toBe('DriverUnavailable')
  })

  it('ends connections with the run of the instance, and begins none outside of it', async () => {
    const spec = await listening()
    const stream = await world().driver.dial(spec, port)
    stream.on('error', () => undefined).resume()
    const closed = once(stream, 'close')
    stream.once('end', () => stream.destroy())
    await stopAndWait(world(), spec)
    await closed
    expect(await getDriverErrorCode(world().driver.dial(spec, port))).toBe('Conflict')
    expect(await getDriverErrorCode(world().driver.dial({ ...spec, id: 'never' }, port))).toBe('NotFound')
    await startAndWait(world(), spec)
    expect(await getDriverErrorCode(world().driver.dial(spec, port))).toBe('PortClosed')
  })
}
