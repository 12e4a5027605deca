import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { saveSystemDisk } from '#server/adapters/compute.docker/container-rebuild.ts'
import { createDockerDriver } from '#server/adapters/compute.docker/docker.ts'
import { DockerEngine } from '#server/adapters/compute.docker/engine.ts'
import { buildTar } from '#server/adapters/compute.docker/tar.ts'
import type { ComputeDriver, InstanceSpec } from '#server/ports/compute.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import {
  buildFakeContainer,
  buildFakeProbe,
  type FakeEngine,
  type FakeEngineRoutes,
  fakeEngineInfo,
  startFakeEngine,
} from './fake-engine.ts'
import { getDriverErrorCode } from './world.ts'

const spec: InstanceSpec = {
  installation_id: 'zhisuan',
  id: 'a',
  generation: 1,
  host: 'fake',
  image: 'zhisuan/base:test',
  cpu: 1,
  memory_mb: 64,
  gpu_model: '',
  gpu_uuids: [],
  sys_disk_gb: 30,
  data_disk_gb: 50,
  hostname: 'a',
  authorized_keys: [],
}
const json = (body: unknown, status = 200) => ({ status, body })
const info: FakeEngineRoutes[number] = [/^GET \/info$/, json(fakeEngineInfo)]

describe('docker: an engine in trouble', () => {
  let engine: FakeEngine
  let driver: ComputeDriver
  let clock: HeldClock
  const against = async (routes: FakeEngineRoutes) => {
    engine = await startFakeEngine(routes)
    clock = new HeldClock()
    driver = createDockerDriver({
      installation_id: 'zhisuan',
      access: { by: 'unix', socket_path: engine.socket_path },
      clock,
      host_name: 'fake',
      call_timeout_ms: 300,
      host_check: 'skipped',
    })
  }
  afterEach(async () => {
    await driver.close()
    await engine.close()
  })

  it('gives up on an engine that does not answer in time', async () => {
    await against([[/./, () => undefined]])
    expect(await driver.health()).toMatchObject({ ok: false })
    expect(await getDriverErrorCode(listObjects(driver))).toBe('DriverUnavailable')
  })

  it('gives up on an answer that breaks off in the middle', async () => {
    const half: FakeEngineRoutes[number][1] = (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('[{"Id":')
      setTimeout(() => response.destroy(), 20)
    }
    await against([[/containers\/json/, half]])
    expect(await getDriverErrorCode(listObjects(driver))).toBe('DriverUnavailable')
  })

  it('throws rather than give a list with one instance missing', async () => {
    const [a, b] = ['a', 'b'].map((id) => buildFakeContainer({ id }))
    await against([
      [/containers\/json/, json([a!.summary, b!.summary])],
      [/containers\/a\/json/, json(a!.inspected)],
      [/containers\/b\/json/, json({ message: 'driver failed' }, 500)],
    ])
    expect(await getDriverErrorCode(listObjects(driver))).toBe('DriverUnavailable')
  })

  it('leaves out of a list what was removed meanwhile', async () => {
    const [a, b] = ['a', 'b'].map((id) => buildFakeContainer({ id }))
    await against([
      [/containers\/json/, json([a!.summary, b!.summary])],
      [/containers\/a\/json/, json(a!.inspected)],
      [/containers\/b\/json/, json({ message: 'No such container: b' }, 404)],
    ])
    expect((await listObjects(driver)).map(({ ref }) => ref.id)).toEqual(['a'])
  })

  it('adopts a container whose name is taken, in Podman’s words too', async () => {
    const made = buildFakeContainer({ id: 'a' })
    let created = false
    await against([
      info,
      [
        /containers\/json/,
        (_, response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(created ? [made.summary] : []))
        },
      ],
      [/images\/zhisuan\/base:test\/json/, json({ Config: { Cmd: ['sleep', '1'] } })],
      [/volumes\/create/, json({ Name: 'v' }, 201)],
      [/GET \/networks\//, json({ Name: 'n' })],
      [
        /containers\/create/,
        (_, response) => {
          created = true
          response.writeHead(500, { 'content-type': 'application/json' })
          response.end(JSON.stringify({ message: 'container name "zhisuan.a.g1" is already in use by 123' }))
        },
      ],
      [/containers\/a\/json/, json(made.inspected)],
      [/containers\/a\/archive/, json({})],
      [/containers\/a\/start/, json({}, 304)],
    ])
    expect((await driver.ensureRunning(spec)).phase).toBe('running')
  })

  it('starts nothing that was stopped while its image came', async () => {
    let [pulled, askedToStop] = [false, false]
    let [come, look] = [() => {}, () => {}]
    const coming = new Promise<void>((resolve) => {
      come = resolve
    })
    const looking = new Promise<void>((resolve) => {
      look = resolve
    })
    await against([
      info,
      [
        /containers\/json/,
        async (_, response) => {
          if (askedToStop) await looking
          response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
        },
      ],
      [
        /^POST \/images\/create/,
        async (_, response) => {
          await coming
          pulled = true
          response.writeHead(200).end('{}')
        },
      ],
      [
        /images\/zhisuan\/base:test\/json/,
        (_, response) => {
          const found = pulled ? json({ Config: { Cmd: ['sleep', '1'] } }) : json({ message: 'No such image' }, 404)
          response.writeHead(found.status, { 'content-type': 'application/json' }).end(JSON.stringify(found.body))
        },
      ],
      [/GET \/images\/zhisuan-disk/, json({ message: 'No such image' }, 404)],
      [/GET \/volumes\//, json({ message: 'no such volume' }, 404)],
      [/volumes\/create/, json({ Name: 'v' }, 201)],
      [/GET \/networks\//, json({ Name: 'n' })],
      [/containers\/create/, json({ Id: 'a' }, 201)],
    ])
    expect((await driver.ensureRunning(spec)).phase).toBe('pulling')
    askedToStop = true
    const stopped = driver.ensureStopped(spec, { grace_seconds: 1 })
    come()
    while (!pulled) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 50))
    look()
    expect((await stopped).phase).toBe('absent')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(engine.asked).not.toContain('POST /containers/create')
    expect(await listObjects(driver)).toEqual([])
  })

  it('takes a removal of what is gone, and a volume that never was, as success', async () => {
    const made = buildFakeContainer({ id: 'a' })
    await against([
      [/containers\/json/, json([made.summary])],
      [/containers\/a\/json/, json(made.inspected)],
      [/^DELETE \/containers\/a/, json({ message: 'no such container' }, 404)],
      [/^DELETE \/volumes/, json({ message: 'no such volume' }, 404)],
      [/images\/json/, json([])],
    ])
    await driver.ensureAbsent(spec)
    expect(engine.asked).toContain('DELETE /volumes/zhisuan.a.workspace')
  })

  it('keeps the volume when a newer generation has it', async () => {
    const [old, young] = [buildFakeContainer({ id: 'a' }), buildFakeContainer({ id: 'a', generation: 2 })]
    await against([
      [
        /containers\/json/,
        json([
          { ...old.summary, Id: 'old' },
          { ...young.summary, Id: 'young' },
        ]),
      ],
      [/containers\/old\/json/, json({ ...old.inspected, Id: 'old' })],
      [/containers\/young\/json/, json({ ...young.inspected, Id: 'young' })],
      [/^DELETE \/containers\/old/, json({}, 204)],
    ])
    await driver.ensureAbsent(spec)
    expect(engine.asked.filter((line) => line.startsWith('DELETE'))).toEqual(['DELETE /containers/old'])
  })

  it('takes what Podman calls stopping, and no longer running, for not yet stopped', async () => {
    const state = { Status: 'stopping', Running: false }
    const going = buildFakeContainer({ id: 'a', name: '/zhisuan.a.g1.off', state })
    await against([
      [/containers\/json/, json([going.summary])],
      [/containers\/a\/json/, json(going.inspected)],
      [/containers\/a\/kill/, json({}, 204)],
      [/containers\/a\/stop/, () => undefined],
    ])
    expect((await driver.ensureStopped(spec, { grace_seconds: 9 })).phase).toBe('stopping')
    await driver.ensureStopped(spec, { grace_seconds: 0 })
    for (let i = 0; i < 50 && !engine.asked.includes('POST /containers/a/kill'); i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(engine.asked).toContain('POST /containers/a/kill')
  })

  it.each([
    ['Killed', 'SIGKILL', { ExitCode: 137 }],
    ['Killed', 'SIGTERM', { ExitCode: 143 }],
    ['OutOfMemory', '内存不足', { ExitCode: 137, OOMKilled: true }],
  ])('says %s (%s) only where the engine does', async (reason, words, state) => {
    const died = buildFakeContainer({ id: 'a', state: { Status: 'exited', Running: false, ...state } })
    await against([
      [/containers\/json/, json([died.summary])],
      [/containers\/a\/json/, json(died.inspected)],
    ])
    expect(await driver.observe(spec)).toMatchObject({ phase: 'failed', reason, message: expect.stringContaining(words) })
  })

  it('gives no cards where the engine has no NVIDIA runtime', async () => {
    await against([info])
    const [host] = await describeHosts(driver)
    expect(host).toMatchObject({ name: 'fake', cpu: 8, memory_mb: 16 * 1024 - 512, gpus: [], schedulable: true })
    expect((await describeHosts(driver))[0]!.capabilities.cards).toBe('none')
  })

  it('makes no image of a disk whose export breaks off', async () => {
    const made = buildFakeContainer({ id: 'a' })
    const image = { Id: 'sha256:0', Config: { Env: [], Labels: {} }, Size: 1000 }
    const half = (await buildTar([{ path: 'file', mode: 0o644, content: 'x'.repeat(100_000) }])).subarray(0, 70_000)
    const ended: boolean[] = []
    await against([
      [/containers\/json/, json([made.summary])],
      [/containers\/a\/json/, json(made.inspected)],
      [/images\/saved\/a:1\/json/, json({ message: 'No such image: saved/a:1' }, 404)],
      [/^GET \/images/, json(image)],
      [/^POST \/commit/, json({ Id: 'sha256:1' }, 201)],
      [/containers\/create/, json({ Id: 'b' }, 201)],
      [
        /containers\/b\/export/,
        (_, response) => {
          response.writeHead(200).write(half)
          setTimeout(() => response.destroy(), 20)
        },
      ],
      [
        /images\/create/,
        (request, response) => {
          request.once('close', () => ended.push(request.complete))
          request.once('end', () => response.writeHead(200).end('{}'))
        },
      ],
      [/^DELETE/, json({ message: 'No such thing' }, 404)],
    ])
    expect(await getDriverErrorCode(driver.snapshot(spec, 'saved/a:1', () => undefined))).toBe('DriverUnavailable')
    expect(engine.asked.filter((line) => line === 'POST /commit')).toHaveLength(1) // of the source; never of a target
    for (let i = 0; i < 50 && ended.length === 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(ended).toEqual([false])
  })

  it('takes an import whose answer says that it failed for failed, before anything goes', async () => {
    const empty = await buildTar([])
    await against([
      [/containers\/a\/export/, (_, response) => void response.writeHead(200).end(empty)],
      [
        /images\/create/,
        (_, response) => void response.writeHead(200).end('{"status":"x"}\n{"error":"no space left on device"}\n'),
      ],
      [/^GET \/images/, json({ Id: 'sha256:0', RootFS: { Layers: [] } })],
    ])
    const { summary: _, inspected } = buildFakeContainer({ id: 'a' })
    const own = new DockerEngine({ by: 'unix', socket_path: engine.socket_path }, 300)
    const kept = saveSystemDisk(own, { ref: spec, info: inspected as never }, { layers_allowed: 0 })
    expect(await getDriverErrorCode(kept)).toBe('DriverUnavailable')
  })

  describe('lets go of the files it was reading when the engine takes no more of them', async () => {
    const begun = (await buildTar([{ path: 'file', mode: 0o644, content: 'x'.repeat(400_000) }])).subarray(0, 300_000)
    let held = 0
    /** An archive without an end, for as long as somebody holds it. */
    const endless: FakeEngineRoutes[number][1] = (_, response) => {
      held += 1
      response.once('close', () => {
        held -= 1
      })
      response.writeHead(200).write(begun)
    }
    const full: FakeEngineRoutes[number][1] = (request, response) => {
      response.writeHead(500, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify({ message: 'no space left on device' }), () => request.socket.destroySoon())
    }
    const isLetGo = async () => {
      for (let i = 0; i < 100 && held > 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 10))
      return held === 0
    }

    it('for a snapshot', async () => {
      const made = buildFakeContainer({ id: 'a' })
      await against([
        [/containers\/json/, json([made.summary])],
        [/containers\/a\/json/, json(made.inspected)],
        [/images\/saved\/a:1\/json/, json({ message: 'No such image: saved/a:1' }, 404)],
        [/^GET \/images/, json({ Id: 'sha256:0', Config: { Env: [], Labels: {} }, Size: 1000 })],
        [/^POST \/commit/, json({ Id: 'sha256:1' }, 201)],
        [/containers\/create/, json({ Id: 'b' }, 201)],
        [/containers\/b\/export/, endless],
        [/images\/create/, full],
        [/^DELETE/, json({ message: 'No such thing' }, 404)],
      ])
      expect(await getDriverErrorCode(driver.snapshot(spec, 'saved/a:1', () => undefined))).toBe('DriverUnavailable')
      expect(await isLetGo()).toBe(true)
    })

    it('for a copy of a data disk', async () => {
      const made = buildFakeContainer({ id: 'a', state: { Status: 'exited', Running: false } })
      await against([
        info,
        [
          /containers\/json/,
          (request, response) => response.end(JSON.stringify(/id%3Da%22/.test(request.url!) ? [made.summary] : [])),
        ],
        [/containers\/a\/json/, json(made.inspected)],
        [/^GET \/volumes\/zhisuan.a.workspace$/, json({ Name: 'v', Labels: {}, Mountpoint: '/v' })],
        [/^GET \/volumes\//, json({ message: 'no such volume' }, 404)],
        [/^GET \/images\/zhisuan\/base:test\/json/, json({ Id: 'sha256:0', Config: { Env: [], Labels: {} }, Size: 1000 })],
        [/volumes\/create/, json({ Name: 'v' }, 201)],
        [/containers\/create/, json({ Id: 'b' }, 201)],
        [/^GET \/containers\/b\/archive/, endless],
        [/^PUT \/containers\/b\/archive/, full],
        [/^DELETE/, json({ message: 'No such thing' }, 404)],
      ])
      expect(await getDriverErrorCode(driver.copyDataDisk(spec, { ...spec, id: 'b' }, () => undefined))).toBe('DriverUnavailable')
      expect(engine.asked).toContain('PUT /containers/b/archive')
      expect(await isLetGo()).toBe(true)
    })
  })

  it.each([
    ['never ends', () => undefined],
    [
      'says more and more',
      (response: ServerResponse) => {
        const more = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 64, 0]), Buffer.alloc(16_384)])
        const say = () => {
          while (response.write(more));
        }
        response.on('drain', say)
        say()
      },
    ],
  ])('waits for no program of the user’s: one for the cards that %s gives no cards', async (_, answer) => {
    const made = buildFakeContainer({ id: 'a', labels: { 'zhisuan.gpus': 'GPU-1' } })
    await against([
      ...buildFakeProbe('\n#zhisuan nvidia.0\nGPU-1, NVIDIA H800, 0, 0, 0, 0'),
      [/^GET \/info$/, json({ ...fakeEngineInfo, Runtimes: { nvidia: {} } })],
      [/containers\/json/, json([made.summary])],
      [/containers\/a\/json/, json(made.inspected)],
      [/containers\/a\/exec/, json({ Id: 'e' }, 201)],
      [
        /exec\/e\/start/,
        (_request, response) => {
          response.writeHead(200).flushHeaders()
          answer(response)
        },
      ],
      [/exec\/e\/json/, json({ Running: true, ExitCode: null })],
    ])
    let listing = true
    const listed = listObjects(driver).finally(() => {
      listing = false
    })
    while (listing) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (clock.sleeping > 0) await clock.advance(60_000)
    }
    expect(await listed).toMatchObject([{ phase: 'failed', reason: 'GpuMissing' }])
  })

  it('sums traffic over all networks and devices, and says null where the engine counts nothing', async () => {
    const made = ['a', 'b'].map((id) => buildFakeContainer({ id }))
    const stats = { cpu_stats: { cpu_usage: { total_usage: 1 } }, memory_stats: {} }
    const blocks = ['Read', 'Write', 'Total', 'Read', 'Write', 'Total'].map((op, value) => ({ op, value: value + 1 }))
    await against([
      [/containers\/json/, json(made.map(({ summary }) => summary))],
      [
        /containers\/a\/stats/,
        json({
          ...stats,
          networks: { eth0: { rx_bytes: 1, tx_bytes: 10 }, network: { rx_bytes: 2, tx_bytes: 20 } },
          blkio_stats: { io_service_bytes_recursive: blocks },
        }),
      ],
      [/containers\/b\/stats/, json({ ...stats, blkio_stats: { io_service_bytes_recursive: null } })],
    ])
    const sampled = driver.usage([spec, { ...spec, id: 'b' }])
    while (clock.sleeping === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await clock.advance(1000)
    expect(await sampled).toMatchObject([
      { id: 'a', net_rx_bytes: 3, net_tx_bytes: 30, disk_read_bytes: 5, disk_write_bytes: 7, data_disk_mb: null },
      { id: 'b', net_rx_bytes: null, net_tx_bytes: null, disk_read_bytes: null, disk_write_bytes: null },
    ])
  })

  it('measures the others when one container cannot be measured, and says when none can', async () => {
    const made = ['a', 'b'].map((id) => buildFakeContainer({ id }))
    let broken = /stats/
    const stats = { cpu_stats: { cpu_usage: { total_usage: 1 } }, memory_stats: {} }
    await against([
      [/containers\/json/, json(made.map(({ summary }) => summary))],
      [
        /stats/,
        ({ url }, response) => {
          const answer = broken.test(url!) ? json({ message: 'cgroups: cannot read' }, 500) : json(stats)
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
        },
      ],
    ])
    const both = [spec, { ...spec, id: 'b' }]
    expect(await getDriverErrorCode(driver.usage(both))).toBe('DriverUnavailable')
    broken = /containers\/b\/stats/
    const sampled = driver.usage(both)
    sampled.catch(() => undefined)
    for (let i = 0; i < 100 && clock.sleeping === 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 5))
    await clock.advance(1000)
    expect((await sampled).map(({ id }) => id)).toEqual(['a'])
  })

  it('goes on with a watch after an event too long to be kept whole', async () => {
    const event = (id: string, Action: string) => `${JSON.stringify({ Action, Actor: { Attributes: { 'zhisuan.id': id } } })}\n`
    await against([
      [
        /GET \/events/,
        (_, response) => {
          response.writeHead(200).write(event('a', 'start'))
          response.write(event('b', `exec_create: ${'x'.repeat(100_000)}`))
          response.write(event('c', 'die'))
          response.end(event('a', 'oom'))
        },
      ],
    ])
    const woken: string[] = []
    await driver.watch((id, what) => woken.push(`${id} ${what}`), new AbortController().signal)
    expect(woken).toEqual(['a undefined', 'c state', 'a oom'])
  })

  it('ends a watch when the engine goes away', async () => {
    await against([
      [
        /GET \/events/,
        (_, response) => {
          response.writeHead(200).write('{"Actor":{"Attributes":{"zhisuan.id":"a"}}}\nnot json\n{"Actor":')
          setTimeout(() => response.destroy(), 50)
        },
      ],
    ])
    const woken: string[] = []
    await driver.watch((id) => woken.push(id), new AbortController().signal)
    expect(woken).toEqual(['a'])
  })
})
