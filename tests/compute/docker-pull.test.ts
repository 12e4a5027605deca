import { afterEach, describe, expect, it } from 'vitest'
import { createDockerDriver } from '#server/adapters/compute.docker/docker.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { type FakeEngine, fakeEngine, type Routes } from './fake-engine.ts'
import { refusal } from './world.ts'

describe('docker: pulls', () => {
  let engine: FakeEngine
  let driver: ComputeDriver
  const against = async (routes: Routes) => {
    engine = await fakeEngine(routes)
    const clock = new HeldClock()
    driver = createDockerDriver({ installation_id: 'zhisuan', socket_path: engine.socket_path, clock, host_check: 'skipped' })
  }
  afterEach(async () => {
    await driver.close()
    await engine.close()
  })

  const pull = (...lines: unknown[]): Routes => {
    let pulled = false
    return [
      [
        /^POST \/images\/create/,
        (_, response) => {
          pulled = true
          response.writeHead(200).end(lines.map((line) => `${JSON.stringify(line)}\r\n`).join(''))
        },
      ],
      [
        /^GET \/images\//,
        (_, response) => {
          const found = pulled && !JSON.stringify(lines).includes('error')
          response
            .writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
            .end(JSON.stringify({ message: 'No such image', Config: {} }))
        },
      ],
    ]
  }
  const layer = (id: string, current: number, total: number) => ({
    id,
    status: 'Downloading',
    progressDetail: { current, total },
  })

  it('reports the progress of a pull in percents that only grow', async () => {
    await against(pull(layer('a', 50, 100), layer('b', 0, 300), layer('a', 100, 100), layer('b', 150, 300), layer('b', 300, 300)))
    const heard: number[] = []
    await driver.ensureImage('x:1', (percent) => heard.push(percent))
    expect(heard).toEqual([50, 62, 99, 100])
  })

  it.each([
    ['manifest for x:1 not found: manifest unknown', 'ImageNotFound'],
    ['pull access denied for x, repository does not exist or may require docker login', 'ImageNotFound'],
    ['Get "https://registry-1.docker.io/v2/": dial tcp: i/o timeout', 'DriverUnavailable'],
    ['toomanyrequests: You have reached your pull rate limit', 'DriverUnavailable'],
  ])('takes a pull that ends with “%s” for %s', async (error, code) => {
    await against(pull({ status: 'Pulling' }, { error }))
    expect(await refusal(driver.ensureImage('x:1', () => undefined))).toBe(code)
  })
})
