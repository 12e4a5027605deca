import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Duplex, PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildContainerPlan } from '#server/adapters/compute.docker/container-plan.ts'
import { chooseCores, parseCores } from '#server/adapters/compute.docker/cores.ts'
import { toDriverError } from '#server/adapters/compute.docker/engine-errors.ts'
import { ExecStream } from '#server/adapters/compute.docker/exec-stream.ts'
import { FrameReader } from '#server/adapters/compute.docker/frames.ts'
import { describeHostProblem, isTargetAllowed } from '#server/adapters/compute.docker/host-check.ts'
import { describeUnfitEngine } from '#server/adapters/compute.docker/host-facts.ts'
import {
  formatContainerName,
  formatKeptDiskImage,
  formatStoppedName,
  formatVolumeName,
} from '#server/adapters/compute.docker/names.ts'
import { computeEntryCommand, keepAliveCommand } from '#server/adapters/compute.shared/entry-command.ts'
import { selfSignedCertificate } from '#tests/support/self-signed.ts'

describe('docker: engine errors', () => {
  const refused = (statusCode: number, message: string) =>
    Object.assign(new Error(`(HTTP code ${statusCode}) x - ${message} `), { statusCode })

  it.each([
    [Object.assign(new Error('connect ENOENT /x.sock'), { code: 'ENOENT' }), 'DriverUnavailable', true],
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'DriverUnavailable', true],
    [Object.assign(new Error('connect EACCES'), { code: 'EACCES' }), 'DriverUnavailable', true],
    [Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }), 'DriverUnavailable', true],
    [refused(409, 'Conflict. The container name is already in use'), 'Conflict', true],
    [refused(500, 'the container name "x" is already in use by 123'), 'Conflict', true],
    [refused(404, 'No such container: x'), 'NotFound', false],
    [refused(404, 'No such image: x'), 'ImageNotFound', false],
    [refused(500, 'x: image not known'), 'ImageNotFound', false],
    [refused(400, 'Range of CPUs is from 0.01 to 2.00'), 'InvalidSpec', false],
    [refused(500, 'something broke'), 'DriverUnavailable', true],
    [refused(503, 'busy'), 'DriverUnavailable', true],
    ['not even an error', 'DriverUnavailable', true],
  ])('%s is %s', (error, code, retryable) => {
    expect(toDriverError(error)).toMatchObject({ code, retryable })
  })

  it('keeps the engine’s words, without its status line', () => {
    expect(toDriverError(refused(409, 'name\n is taken')).message).toBe('name is taken')
  })
})

describe('docker: entry command', () => {
  const kept = { Entrypoint: keepAliveCommand, Cmd: [] }

  it.each([
    [{ Cmd: ['bash'] }, kept],
    [{ Cmd: ['/bin/bash', '-l'] }, kept],
    [{ Cmd: ['python3'] }, kept],
    [{ Cmd: null, Entrypoint: null }, kept],
    [{ Entrypoint: ['/bin/sh'] }, kept],
    [{ Entrypoint: ['/opt/nvidia/nvidia_entrypoint.sh'], Cmd: ['/bin/bash'] }, { Cmd: keepAliveCommand }],
    [{ Cmd: ['jupyter', 'lab'] }, {}],
    [{ Cmd: ['bash', '-c', 'serve'] }, {}],
    [{ Entrypoint: ['/usr/sbin/sshd', '-D'] }, {}],
    [{ Entrypoint: ['tini', '--'], Cmd: ['serve'] }, {}],
  ])('%j becomes %j', (image, wanted) => {
    expect(computeEntryCommand(image)).toEqual(wanted)
  })
})

describe('docker: stream frames', () => {
  const frame = (kind: number, bytes: Uint8Array) => {
    const header = Buffer.alloc(8)
    header[0] = kind
    header.writeUInt32BE(bytes.length, 4)
    return Buffer.concat([header, bytes])
  }

  it('come out in time when a page of console lines is one chunk', () => {
    const line = frame(1, Buffer.alloc(100, 'x'))
    const frames = new FrameReader().push(Buffer.concat(Array.from({ length: 10_000 }, () => line)))
    expect(frames).toHaveLength(10_000)
  })

  it('give out each byte once, in order and on its own side, however the stream is cut', () => {
    const part = fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 40 }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 30 })), (parts, cuts) => {
        const bytes = Buffer.concat(parts.map(([kind, content]) => frame(kind, content)))
        const reader = new FrameReader()
        const got: [number, string][] = []
        let at = 0
        for (const cut of [...cuts, bytes.length]) {
          for (const { error, bytes: content } of reader.push(bytes.subarray(at, at + cut)))
            got.push(...Array.from(content, (byte): [number, string] => [error ? 2 : 1, byte.toString(16)]))
          at += cut
        }
        expect(got).toEqual(parts.flatMap(([kind, content]) => Array.from(content, (byte) => [kind, byte.toString(16)])))
      }),
    )
  })
})

describe('docker: the end of our side', () => {
  const sides = (tty: boolean) => {
    const written = new PassThrough()
    const raw = Duplex.from({ writable: written, readable: new PassThrough() })
    const stream = new ExecStream(raw, tty)
    stream.end()
    return { written, stream }
  }

  it('closes the input of a program', async () => {
    const { written } = sides(false)
    await expect.poll(() => written.writableEnded).toBe(true)
  })

  it('loses nothing of what an engine by TLS has said by then', async () => {
    const said = Buffer.from('hello\n')
    const server = createTlsServer(selfSignedCertificate, (socket) => {
      socket.write('upgraded') // what follows is read at the same time
      socket.end(Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, said.length]), said]))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const raw = connectTls({ host: '127.0.0.1', port, servername: 'hook.test', ca: selfSignedCertificate.cert })
    const answer = new Promise<string>((resolve, reject) => {
      raw.once('data', () => {
        const stream = new ExecStream(raw, false)
        stream.end()
        text(stream).then(resolve, reject)
      })
    })
    expect(await answer).toBe('hello\n')
    server.close()
  })

  it('is not told to a terminal, of which an engine would give out nothing more', async () => {
    const { written, stream } = sides(true)
    await expect.poll(() => stream.writableFinished).toBe(true)
    expect(written.writableEnded).toBe(false)
  })
})

describe('docker: names', () => {
  it('give no two instances, generations or installations the same object', () => {
    const id = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,8}$/)
    const ref = fc.record({ installation_id: id, id, generation: fc.nat(20) })
    fc.assert(
      fc.property(ref, ref, (a, b) => {
        const sameInstance = a.installation_id === b.installation_id && a.id === b.id
        const same = sameInstance && a.generation === b.generation
        expect(formatContainerName(a) === formatContainerName(b)).toBe(same)
        expect(formatStoppedName(a) === formatContainerName(b)).toBe(false)
        expect(formatKeptDiskImage(a) === formatKeptDiskImage(b)).toBe(same)
        expect(formatVolumeName(a) === formatVolumeName(b)).toBe(sameInstance)
      }),
    )
  })
})

describe('docker: what a check of the host heard', () => {
  const control = 'reached 127.0.0.1:9'
  const guarded = 'mounted rw,nosuid,nodev,relatime'

  it.each([
    [[control, guarded], undefined],
    [[control, guarded, 'reached 169.254.169.254:80'], /169\.254\.169\.254:80.*tenant-host\.sh/],
    [[control, 'mounted rw,relatime'], /nosuid,nodev.*tenant-host\.sh/],
    [[control], /nosuid/],
    [[guarded], /看不到任何网络/],
    [[], /看不到任何网络/],
  ])('%j is %s', (said, wanted) => {
    if (wanted) expect(describeHostProblem(said)).toMatch(wanted)
    else expect(describeHostProblem(said)).toBeUndefined()
  })

  it.each([
    ['10.8.3.1:22', [{ net: '10.8.0.0/16' }], true],
    ['10.9.3.1:22', [{ net: '10.8.0.0/16' }], false],
    ['10.8.3.1:22', [{ net: '10.8.3.1', port: 80 }], false],
    ['10.8.3.1:80', [{ net: '10.8.3.1', port: 80 }], true],
    ['10.8.3.1:80', [{ net: 'fd00::/8' }], false],
  ])('%s under %j is left open: %s', (target, allow, wanted) => {
    expect(isTargetAllowed(target, allow)).toBe(wanted)
  })
})

describe('docker: the cores of an instance', () => {
  it.each([
    ['the first that are free', 2, 4, [], [0, 1]],
    ['those that nobody else has', 2, 4, [{ cores: [0, 1], cpu: 2 }], [2, 3]],
    ['a core shared by parts of one, so that the others stay whole', 0.5, 4, [{ cores: [2], cpu: 0.5 }], [2]],
    ['another when the part does not fit', 0.5, 2, [{ cores: [0], cpu: 0.75 }], [1]],
    [
      'the least used where all are sold',
      1,
      2,
      [
        { cores: [0], cpu: 1 },
        { cores: [1], cpu: 0.5 },
      ],
      [1],
    ],
    ['one more than whole ones for a rest', 1.5, 4, [], [0, 1]],
    ['no more than there are', 8, 2, [], [0, 1]],
  ])('are %s', (_, cpu, count, others, wanted) => {
    expect(chooseCores(cpu, count, others)).toEqual(wanted)
  })

  it('are never given twice while there are enough', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }), (sizes) => {
        const given: { cores: number[]; cpu: number }[] = []
        for (const cpu of sizes) given.push({ cores: chooseCores(cpu, 32, given), cpu })
        const all = given.flatMap(({ cores }) => cores)
        expect(new Set(all).size).toBe(all.length)
      }),
    )
  })

  it('are read as the kernel writes them', () => {
    expect(parseCores('0-3,6')).toEqual([0, 1, 2, 3, 6])
    expect(parseCores('')).toEqual([])
  })
})

describe('docker: what a host has to offer beyond containers', () => {
  const engine = {
    Runtimes: { runc: {}, nvidia: {} },
    Driver: 'overlay2',
    DriverStatus: [['Backing Filesystem', 'extfs']] as [string, string][],
  }

  it.each([
    ['runsc', false, /没有运行时 runsc（DOCKER_RUNTIME），它有 nvidia、runc/],
    ['runc', false, undefined],
    [undefined, true, /DOCKER_DISK_QUOTA.*extfs 上的 overlay2/],
    [undefined, false, undefined],
  ])('refuses by name what it has not: runtime %s, quota %s', (runtime, diskQuota, wanted) => {
    const unfit = describeUnfitEngine(engine, { disk_quota: diskQuota, ...(runtime !== undefined && { runtime }) })
    if (wanted) expect(unfit).toMatch(wanted)
    else expect(unfit).toBeUndefined()
    const onXfs = { ...engine, DriverStatus: [['Backing Filesystem', 'xfs']] as [string, string][] }
    expect(describeUnfitEngine(onXfs, { disk_quota: true })).toBeUndefined()
  })

  it('goes into the plan of each container', () => {
    const noCards = { cards: [], support: { runtimes: [], files: [] } }
    const spec = {
      ...{ installation_id: 'i', id: 'a', generation: 1, host: 'h', image: 'x', cpu: 0.5, memory_mb: 64, gpu_model: '' },
      ...{ gpu_uuids: [], sys_disk_gb: 30, data_disk_gb: 50, hostname: 'a', authorized_keys: [] },
    }
    const given = { ...noCards, disk_quota: true, runtime: 'runsc', lxcfs_files: ['/var/lib/lxcfs/proc/meminfo'] }
    const { HostConfig } = buildContainerPlan(spec, { image: 'x', env: [], command: {} }, given)
    expect(HostConfig).toMatchObject({ Runtime: 'runsc', StorageOpt: { size: '30G' } })
    expect(HostConfig?.Mounts).toContainEqual({
      Type: 'bind',
      Source: '/var/lib/lxcfs/proc/meminfo',
      Target: '/proc/meminfo',
      ReadOnly: true,
      BindOptions: { Propagation: 'rprivate' },
    })
    const plain = buildContainerPlan(spec, { image: 'x', env: [], command: {} }, { ...noCards, disk_quota: false })
    expect(plain.HostConfig).not.toHaveProperty('Runtime')
    expect(plain.HostConfig).not.toHaveProperty('StorageOpt')
    expect(plain.HostConfig?.Mounts).toHaveLength(1)
  })
})
